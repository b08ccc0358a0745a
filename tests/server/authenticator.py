"""A passkey device made of software: it makes keys and signs challenges as a browser and a phone do together."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """``verifies``: whether it checks who holds it (a finger, a PIN)."""

    def __init__(self, origin: str, verifies: bool = True) -> None:
        self.origin = origin
        self.verifies = verifies
        self.uses = 0
        self._id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._user = b""

    @property
    def id(self) -> str:
        return _text(self._id)

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.create`` gives."""
        self._user = _bytes(options["user"]["id"])
        numbers = self._key.public_key().public_numbers()
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        attested = bytes(16) + len(self._id).to_bytes(2, "big") + self._id + key
        data = self._data(options["rp"]["id"], _ATTESTED) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(
            {
                "clientDataJSON": _text(self._client("webauthn.create", options["challenge"])),
                "attestationObject": _text(statement),
            }
        )

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.get`` gives."""
        self.uses += 1
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(options["rpId"], 0)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._credential(
            {
                "clientDataJSON": _text(client),
                "authenticatorData": _text(data),
                "signature": _text(signature),
                "userHandle": _text(self._user),
            }
        )

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _data(self, domain: str, more: int) -> bytes:
        flags = _PRESENT | (_VERIFIED if self.verifies else 0) | more
        return hashlib.sha256(domain.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        return {
            "id": self.id,
            "rawId": self.id,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
            "authenticatorAttachment": "platform",
        }
