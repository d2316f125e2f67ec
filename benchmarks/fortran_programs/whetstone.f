      PROGRAM WHETS(OUTPUT)
C     H. J. CURNOW AND B. A. WICHMANN, A SYNTHETIC BENCHMARK (1976): THE MODULES WHOSE WEIGHT IS NOT 0
C     EACH PRINTS WHAT IT LEAVES: A COMPILER LEAVES OUT WHAT NOBODY READS
      COMMON T, T1, T2, E1(4), J, K, L
      T = 0.499975
      T1 = 0.50025
      T2 = 2.0
      IW = 5000
      E1(1) = 1.0
      E1(2) = -1.0
      E1(3) = -1.0
      E1(4) = -1.0
      N2 = 12*IW
      DO 10 I = 1, N2
        E1(1) = (E1(1) + E1(2) + E1(3) - E1(4))*T
        E1(2) = (E1(1) + E1(2) - E1(3) + E1(4))*T
        E1(3) = (E1(1) - E1(2) + E1(3) + E1(4))*T
        E1(4) = (-E1(1) + E1(2) + E1(3) + E1(4))*T
   10 CONTINUE
      CALL POUT(N2, N2, N2, E1(1), E1(2), E1(3), E1(4))
      N3 = 14*IW
      DO 20 I = 1, N3
        CALL PA(E1)
   20 CONTINUE
      CALL POUT(N3, N2, N2, E1(1), E1(2), E1(3), E1(4))
      J = 1
      N4 = 345*IW
      DO 60 I = 1, N4
        IF (J - 1) 31, 30, 31
   30   J = 2
        GO TO 32
   31   J = 3
   32   IF (J - 2) 41, 41, 40
   40   J = 0
        GO TO 42
   41   J = 1
   42   IF (J - 1) 51, 50, 50
   50   J = 0
        GO TO 60
   51   J = 1
   60 CONTINUE
      CALL POUT(N4, J, J, E1(1), E1(2), E1(3), E1(4))
      J = 1
      K = 2
      L = 3
      N6 = 210*IW
      DO 70 I = 1, N6
        J = J*(K - J)*(L - K)
        K = L*K - (L - J)*K
        L = (L - K)*(K + J)
        E1(L-1) = FLOAT(J + K + L)
        E1(K-1) = FLOAT(J*K*L)
   70 CONTINUE
      CALL POUT(N6, J, K, E1(1), E1(2), E1(3), E1(4))
      X = 0.5
      Y = 0.5
      N7 = 32*IW
      DO 80 I = 1, N7
        X = T*ATAN(T2*SIN(X)*COS(X)/(COS(X+Y) + COS(X-Y) - 1.0))
        Y = T*ATAN(T2*SIN(Y)*COS(Y)/(COS(X+Y) + COS(X-Y) - 1.0))
   80 CONTINUE
      CALL POUT(N7, J, K, X, X, Y, Y)
      X = 1.0
      Y = 1.0
      Z = 1.0
      N8 = 899*IW
      DO 90 I = 1, N8
        CALL P3(X, Y, Z)
   90 CONTINUE
      CALL POUT(N8, J, K, X, Y, Z, Z)
      J = 1
      K = 2
      L = 3
      E1(1) = 1.0
      E1(2) = 2.0
      E1(3) = 3.0
      N9 = 616*IW
      DO 100 I = 1, N9
        CALL P0
  100 CONTINUE
      CALL POUT(N9, J, K, E1(1), E1(2), E1(3), E1(4))
      X = 0.75
      N11 = 93*IW
      DO 110 I = 1, N11
        X = SQRT(EXP(ALOG(X)/T1))
  110 CONTINUE
      CALL POUT(N11, J, K, X, X, X, X)
      STOP
      END
      SUBROUTINE POUT(N, J, K, X1, X2, X3, X4)
      PRINT 200, N, J, K, X1, X2, X3, X4
      RETURN
  200 FORMAT(1H , 3I9, 4E14.6)
      END
      SUBROUTINE PA(E)
      COMMON T, T1, T2, E1(4), J, K, L
      DIMENSION E(4)
      JJ = 0
    1 E(1) = (E(1) + E(2) + E(3) - E(4))*T
      E(2) = (E(1) + E(2) - E(3) + E(4))*T
      E(3) = (E(1) - E(2) + E(3) + E(4))*T
      E(4) = (-E(1) + E(2) + E(3) + E(4))/T2
      JJ = JJ + 1
      IF (JJ - 6) 1, 2, 2
    2 RETURN
      END
      SUBROUTINE P0
      COMMON T, T1, T2, E1(4), J, K, L
      E1(J) = E1(K)
      E1(K) = E1(L)
      E1(L) = E1(J)
      RETURN
      END
      SUBROUTINE P3(X, Y, Z)
      COMMON T, T1, T2, E1(4), J, K, L
      X1 = X
      Y1 = Y
      X1 = T*(X1 + Y1)
      Y1 = T*(X1 + Y1)
      Z = (X1 + Y1)/T2
      RETURN
      END
