"""Reads what `sifang lab` has found (Parquet) and plots it.

sifang lab --rules wuxi --b base=2 --deals 2000 --bots greedy --out base-2
python3 lab.py base-2 base-2.png
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import pyarrow.parquet


def main(folder, picture=None):
    files = sorted(Path(folder).glob("deals/*.parquet"))
    if not files:
        raise SystemExit(f"there is no deals/*.parquet in {folder}: give `sifang lab` a folder with --out")
    table = pyarrow.parquet.read_table(files)
    frame = table.to_pandas()
    print(frame.describe().T)
    numbers = frame.select_dtypes("number")
    columns = [name for name in numbers if numbers[name].nunique() > 3][:6]
    axes = numbers[columns].hist(bins=40, figsize=(9, 6))
    axes.flat[0].figure.suptitle(f"{len(frame)} rows of {folder}")
    plt.tight_layout()
    if picture:
        plt.savefig(picture)
    return frame


if __name__ == "__main__":
    main(*sys.argv[1:])
