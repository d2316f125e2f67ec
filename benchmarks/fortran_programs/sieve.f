      PROGRAM SIEVE(OUTPUT)
C     PRIMES UP TO 2000001, TEN TIMES OVER
      DIMENSION IFLAG(1000000)
      DO 50 IRUN = 1, 10
        DO 10 I = 1, 1000000
          IFLAG(I) = 1
   10   CONTINUE
        KOUNT = 0
        DO 40 I = 1, 1000000
          IF (IFLAG(I) .EQ. 0) GO TO 40
          NPRIME = I + I + 1
          KOUNT = KOUNT + 1
          K = I + NPRIME
          IF (K .GT. 1000000) GO TO 40
          DO 30 J = K, 1000000, NPRIME
            IFLAG(J) = 0
   30     CONTINUE
   40   CONTINUE
   50 CONTINUE
      PRINT 100, KOUNT
  100 FORMAT(1H , I8)
      STOP
      END
