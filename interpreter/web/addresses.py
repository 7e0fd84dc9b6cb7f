"""Under which addresses others can reach this machine."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

EVERYWHERE = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}  # noqa: S104 - where somebody asked to listen
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that are for examples only: nothing is sent there."""


def own_addresses(host: str) -> tuple[str, ...]:
    """The addresses at which one is reached who listens at `host`: that one, or where it means all, each of ours.

    The one that leads to the network comes first, those that lead to this machine only are left out.
    """
    family = EVERYWHERE.get(host)
    if family is None:
        return (host,)
    found: list[str] = []
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
        asked.connect((_ELSEWHERE[family], 9))  # the system says from where that would go; nothing is sent
        found.append(str(asked.getsockname()[0]))
    with suppress(OSError):
        found += [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, family)]
    return tuple(one for one in dict.fromkeys(found) if not _is_ours_alone(one))


def _is_ours_alone(text: str) -> bool:
    address = ip_address(text.partition("%")[0])
    return address.is_loopback or address.is_unspecified or address.is_link_local


def is_outside(name: str) -> bool:
    """Whether a server is called by an address, and one that others can reach."""
    with suppress(ValueError):
        return not _is_ours_alone(name.strip("[]"))
    return False


def written(host: str) -> str:
    """An address as it stands in a link."""
    return f"[{host}]" if ":" in host else host
