"""The door for workers. Who may come in, ``relay.InnerDoor`` has found out."""

from fastapi import APIRouter, WebSocket

from ludarium.server.processes.questions import WORKER_PATH
from ludarium.server.services import TheServices

router = APIRouter()


@router.websocket(WORKER_PATH)
async def worker_socket(websocket: WebSocket, services: TheServices) -> None:
    """``questions.Said`` from the worker; to it signed questions, and ``questions.Order``."""
    assert services.process is not None
    await services.thinkers.welcome(websocket, services.process.secret)
