 case 2:{return (m(2,3,1,1));}
 case 3:{return (m(3,0,0,2));}
 case 4:{return (m(4,0,1,2)&& m(4,3,3,1));}
 case 5:{return (m(5,0,2,2)&& m(5,3,4,1));}
 case 6:{return (m(6,0,3,2));}
 case 7:{return (m(7,0,4,2)&& m(7,3,6,1));}
