      PROGRAM LINPAK(OUTPUT)
C     DENSE SOLVE, N = 500, IN THE STYLE OF LINPACK (SGEFA, SGESL)
      DIMENSION A(500,500), B(500), IPVT(500)
      N = 500
      CALL MATGEN(A, 500, N, B)
      CALL SGEFA(A, 500, N, IPVT, INFO)
      CALL SGESL(A, 500, N, IPVT, B)
      ERR = 0.0
      DO 10 I = 1, N
        ERR = AMAX1(ERR, ABS(B(I) - 1.0))
   10 CONTINUE
      IF (ERR .GT. 1.0E-9) GO TO 20
      PRINT 100, N, INFO
      STOP
   20 PRINT 101, ERR
      STOP
  100 FORMAT(1H , I5, I3)
  101 FORMAT(1H , E12.4)
      END
      SUBROUTINE MATGEN(A, LDA, N, B)
      DIMENSION A(LDA,N), B(N)
      INIT = 1325
      DO 20 J = 1, N
        DO 10 I = 1, N
          INIT = MOD(3125*INIT, 65536)
          A(I,J) = (FLOAT(INIT) - 32768.0)/16384.0
   10   CONTINUE
   20 CONTINUE
      DO 30 I = 1, N
        B(I) = 0.0
   30 CONTINUE
      DO 50 J = 1, N
        DO 40 I = 1, N
          B(I) = B(I) + A(I,J)
   40   CONTINUE
   50 CONTINUE
      RETURN
      END
      SUBROUTINE SGEFA(A, LDA, N, IPVT, INFO)
      DIMENSION A(LDA,N), IPVT(N)
      INFO = 0
      NM1 = N - 1
      DO 60 K = 1, NM1
        KP1 = K + 1
        L = ISAMAX(N-K+1, A(K,K)) + K - 1
        IPVT(K) = L
        IF (A(L,K) .EQ. 0.0) GO TO 40
        IF (L .EQ. K) GO TO 10
        T = A(L,K)
        A(L,K) = A(K,K)
        A(K,K) = T
   10   T = -1.0/A(K,K)
        CALL SSCAL(N-K, T, A(K+1,K))
        DO 30 J = KP1, N
          T = A(L,J)
          IF (L .EQ. K) GO TO 20
          A(L,J) = A(K,J)
          A(K,J) = T
   20     CALL SAXPY(N-K, T, A(K+1,K), A(K+1,J))
   30   CONTINUE
        GO TO 50
   40   INFO = K
   50   CONTINUE
   60 CONTINUE
      IPVT(N) = N
      IF (A(N,N) .EQ. 0.0) INFO = N
      RETURN
      END
      SUBROUTINE SGESL(A, LDA, N, IPVT, B)
      DIMENSION A(LDA,N), IPVT(N), B(N)
      NM1 = N - 1
      DO 20 K = 1, NM1
        L = IPVT(K)
        T = B(L)
        IF (L .EQ. K) GO TO 10
        B(L) = B(K)
        B(K) = T
   10   CALL SAXPY(N-K, T, A(K+1,K), B(K+1))
   20 CONTINUE
      DO 40 KB = 1, N
        K = N + 1 - KB
        B(K) = B(K)/A(K,K)
        T = -B(K)
        IF (K .GT. 1) CALL SAXPY(K-1, T, A(1,K), B(1))
   40 CONTINUE
      RETURN
      END
      SUBROUTINE SAXPY(N, SA, SX, SY)
      DIMENSION SX(N), SY(N)
      IF (N .LE. 0) RETURN
      IF (SA .EQ. 0.0) RETURN
      DO 10 I = 1, N
        SY(I) = SY(I) + SA*SX(I)
   10 CONTINUE
      RETURN
      END
      SUBROUTINE SSCAL(N, SA, SX)
      DIMENSION SX(N)
      IF (N .LE. 0) RETURN
      DO 10 I = 1, N
        SX(I) = SA*SX(I)
   10 CONTINUE
      RETURN
      END
      INTEGER FUNCTION ISAMAX(N, SX)
      DIMENSION SX(N)
      ISAMAX = 1
      IF (N .LE. 1) RETURN
      SMAX = ABS(SX(1))
      DO 10 I = 2, N
        IF (ABS(SX(I)) .LE. SMAX) GO TO 10
        ISAMAX = I
        SMAX = ABS(SX(I))
   10 CONTINUE
      RETURN
      END
