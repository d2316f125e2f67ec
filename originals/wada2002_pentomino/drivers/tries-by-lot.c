/* Tries made by the rule of the article, equal squares decided by lot, and how many squares the whole search looks at
   with each. The search with a trie looks at a square as often as all squares above it in the trie are free: so it is
   enough to know, for each set of squares, at how many first holes of the whole search all of them are free. */
int squares[20]={1,2,3,4,13,14,15,16,17,18,19,30,31,32,33,34,47,48,49,64};
int seen[1048576];
int forms[57],nforms;
double looked;
unsigned seed;

/* At a first hole: one more with just these squares free. */
note(s)
{int k,set;
 set=0;
 for(k=0;k<20;k++)if(board[s+squares[k]]==EMPTY)set|=1<<k;
 seen[set]++;}

/* From the sets that are just free to those that are free at least. */
atleast()
{int k,set;
 for(k=0;k<20;k++)for(set=0;set<1048576;set++)
  if(!(set&1<<k))seen[set]+=seen[set|1<<k];}

takeforms()
{int i,j,k,m,set;
 for(i=0;i<12;i++)for(j=0;j<dirs[i];j++)
 {set=0;
  for(k=1;k<5;k++)for(m=0;m<20;m++)if(a[i][j][k]==squares[m])set|=1<<m;
  forms[nforms++]=set;}}

/* One of those below n, by lot. */
lot(n)
{seed=seed*1103515245u+12345u;
 return (seed>>16)%n;}

/* The square that most of the forms still have; of several, one by lot. */
choose(left,n)
int *left;
{int i,k,have,most,equal,chosen;
 most=0; equal=0; chosen=0;
 for(k=0;k<20;k++)
 {have=0;
  for(i=0;i<n;i++)if(left[i]&1<<k)have++;
  if(have>most){most=have;equal=0;}
  if(have==most&&most>0){equal++;if(lot(equal)==0)chosen=k;}}
 return chosen;}

/* Adds up the squares looked at below a set of free squares, for forms without the squares of the set. */
grow(left,n,set,first)
int *left;
{int i,k,nwith,nrest,with[57],rest[57];
 while(n)
 {k=first<0?choose(left,n):first;
  first=-1;
  looked+=seen[set];
  nwith=0; nrest=0;
  for(i=0;i<n;i++)
   if(left[i]&1<<k)with[nwith++]=left[i]&~(1<<k);
   else rest[nrest++]=left[i];
  if(with[0])grow(with,nwith,set|1<<k,-1);
  for(i=0;i<nrest;i++)left[i]=rest[i];
  n=nrest;}}

tries(first,howmany)
{int t,i,left[57];
 for(t=0;t<howmany;t++)
 {looked=0;
  for(i=0;i<nforms;i++)left[i]=forms[i];
  grow(left,nforms,0,first);
  printf("%d first: %.0f\n",squares[first],looked);}}

