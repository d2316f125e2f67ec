"""Let `python -m getallenband` be the command."""

from getallenband.main import main

if __name__ == "__main__":
    main()
