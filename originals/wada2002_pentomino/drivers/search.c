/* The search that the article describes: a branch is left as soon as its square is taken. */
int cells[12][5];

walk(n,s,t,k)
{int m,c;
 for(;t;t=next[t])
 {if(board[s+at[t]]==EMPTY)
 {cells[n][k]=s+at[t];
 if(son[t])walk(n,s,son[t],k+1);
 else if(avvec[of[t]])lay(n,s,of[t]);}}}

lay(n,s,i)
{int k;
 cells[n][0]=s;
 for(k=0;k<5;k++)board[cells[n][k]]=names[i];
 avvec[i]=0;
 if(n==11){count++;printf("count= %d\n",count);printboard();}
 else search(n+1,s);
 avvec[i]=1;
 for(k=0;k<5;k++)board[cells[n][k]]=EMPTY;}

search(n,s)
{while(board[s]!=EMPTY)s++;
 walk(n,s,1,1);}

