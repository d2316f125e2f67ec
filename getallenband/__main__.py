"""Let `python -m getallenband` be the command."""

from getallenband._start import start

if __name__ == "__main__":
    start()
