"""The addresses of this machine on its networks, as the system lists them: finding them opens no connection."""

from __future__ import annotations

import re
from ipaddress import IPv4Address
from typing import Final

_VIRTUAL: Final = re.compile(r"docker|br-|veth|virbr|vmnet|vbox|vethernet|wsl|tun|tap|utun|cni|flannel|podman|lxc", re.IGNORECASE)
"""Names of network interfaces of containers, virtual machines and tunnels."""


def own_addresses() -> list[str]:
    """The addresses at which others on the network may reach this machine; if any is of its own hardware, only those."""
    import ifaddr

    found = [
        (any(_VIRTUAL.match(name) for name in (adapter.name, adapter.nice_name)), one.ip)
        for adapter in ifaddr.get_adapters()
        for one in adapter.ips
        if isinstance(one.ip, str) and _reachable(IPv4Address(one.ip))
    ]
    found.sort(key=lambda one: (one[0], not IPv4Address(one[1]).is_private))
    return [address for virtual, address in found if virtual == found[0][0]]


def _reachable(address: IPv4Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)
