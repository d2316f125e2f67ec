int place[]={0,1,3,4,2,5,6,7,8}; /* n-th place to be filled */
