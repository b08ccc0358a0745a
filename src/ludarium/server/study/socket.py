"""The WebSocket for judgements: what arrives is checked, and whatever a browser does nobody thinks in vain."""

from contextlib import suppress

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from ludarium.server import wire
from ludarium.server.asked import STUDY_MESSAGE, StudyMessage
from ludarium.server.asker import Asker, address_of
from ludarium.server.errors import ServerError, refused
from ludarium.server.limits import Limit
from ludarium.server.study.desk import Desk, FindGame, Studies
from ludarium.server.study.errors import StudyError
