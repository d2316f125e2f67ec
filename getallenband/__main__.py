"""Run the command: `python -m getallenband`."""

from getallenband._start import start

if __name__ == "__main__":
    start()
