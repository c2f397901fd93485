"""How a process waits for the GPU."""

import ctypes

import torch


def wait_asleep():
    """Threads that wait for the GPU sleep instead of spinning: the processor is needed by those who
    play. To be called before anything touches the GPU; where it cannot be done, nothing is lost."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
        driver.cuInit(0)
        blocking_sync = 4
        driver.cuDevicePrimaryCtxSetFlags_v2(0, blocking_sync)
    except (OSError, AttributeError):
        pass


def settle(device):
    """Waits until the GPU has done what it was given, so that nothing else waits behind it."""
    if device.type == "cuda":
        torch.cuda.synchronize()
