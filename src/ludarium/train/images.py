"""Positions seen otherwise: what symmetries (``train/symmetries.py``) make of many of them at once, with torch."""

from collections.abc import Sequence
from typing import Self, cast

import torch
from torch import Tensor, nn

from ludarium.train.symmetries import UNKNOWN, Symmetry


class Images(nn.Module):
    """In ``count`` ways: first as they are, then by symmetries. Of every row and every action its image is known, or
    ``UNKNOWN``.
    """

    def __init__(self, rows: int, actions: int, count: int = 1) -> None:
        super().__init__()
        self.register_buffer("rows", torch.arange(rows).int().repeat(count, 1))
        self.register_buffer("actions", torch.arange(actions).int().repeat(count, 1))

    @classmethod
    def by(cls, symmetries: Sequence[Symmetry], rows: int, actions: int) -> Self:
        images = cls(rows, actions, 1 + len(symmetries))
        for number, symmetry in enumerate(symmetries, 1):
            cast(Tensor, images.rows)[number] = torch.from_numpy(symmetry.rows)
            cast(Tensor, images.actions)[number] = torch.from_numpy(symmetry.actions)
        return images

    def __len__(self) -> int:
        return len(cast(Tensor, self.rows))

    def forward(
        self, which: Tensor, rows: Tensor, row_owner: Tensor, actions: Tensor, owner: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The rows and actions of positions, each seen in one of the ways (``which``), but as they are if one of a
        position's images is unknown. The owners tell whose a row or an action is.
        """
        row_images = cast(Tensor, self.rows)[which[row_owner], rows]
        action_images = cast(Tensor, self.actions)[which[owner], actions]
        unknown = torch.zeros(len(which), dtype=torch.bool, device=which.device)
        unknown[row_owner[row_images == UNKNOWN]] = True
        unknown[owner[action_images == UNKNOWN]] = True
        return (
            torch.where(unknown[row_owner], rows, row_images.to(rows.dtype)),
            torch.where(unknown[owner], actions, action_images.to(actions.dtype)),
        )
