"""A large net, for those with a GPU: cells of the board with what is on them, mixed with one another layer by layer.

It looks at a position as the small net does (``search/net.py``): every number on a cell calls up a row. Here the rows
of one number on one plane are the same vector on all cells, and what a plane says everywhere is added to all of them.
"""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pickle import UnpicklingError
from typing import Self, cast

import torch
from torch import Tensor, nn
from torch.nn.utils import fuse_conv_bn_eval

from ludarium.core.game import find_ruleset
from ludarium.players.nets import NetError
from ludarium.search.net import Inputs
from ludarium.train.images import Images
from ludarium.train.large_file import LargeHeader, joined_file, split_file
from ludarium.train.learner import Batch, Learner, log_softmax

_POLICY_WIDTH = 32  # numbers of each cell that the actions' weights are made from
_VALUE_WIDTH = 8
_VALUE_HIDDEN = 128
_HEAD = 32  # numbers of a cell for each of the heads that compare cells


class LargeNet(Learner):
    """``width`` numbers for each cell, changed by so many ``blocks``: by the cells around it where the cells are rows
    and columns, else by all others. It keeps the images that it has learned from.
    """

    mixed = True

    def __init__(
        self, inputs: Inputs, shape: Sequence[int], width: int, blocks: int, images: Images | None = None
    ) -> None:
        super().__init__()
        self.inputs, self.shape, self.width = inputs, shape, width
        self.cells = int(inputs.cells)
        places, marks, count = row_places(inputs)
        self.register_buffer("places", torch.tensor(places), persistent=False)
        self.register_buffer("marks", torch.tensor(marks), persistent=False)
        self.images = images if images is not None else Images(int(inputs.rows), int(inputs.actions))
        self.look = nn.Embedding(count, width)
        self.ground = nn.Parameter(torch.zeros(self.cells, width))
        nn.init.normal_(self.look.weight, std=0.3)
        nn.init.normal_(self.ground, std=0.1)
        self.is_grid = len(shape) == 2
        kind = Around if self.is_grid else Among
        self.blocks = nn.ModuleList(kind(width) for _ in range(blocks))
        self.policy_cells = nn.Linear(width, _POLICY_WIDTH)
        self.policy = nn.Linear(_POLICY_WIDTH * self.cells, int(inputs.actions))
        self.value_cells = nn.Linear(width, _VALUE_WIDTH)
        self.value_hidden = nn.Linear(_VALUE_WIDTH * self.cells, _VALUE_HIDDEN)
        self.value = nn.Linear(_VALUE_HIDDEN, int(inputs.seats))
        for head in (self.policy, self.value):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        values, logits = self.think(self.see(batch.rows, batch.row_starts))
        chosen = logits[batch.owner, batch.actions].float()
        return values.float().log_softmax(1), log_softmax(chosen, batch.owner, len(values))

    def twin(self) -> "LargeNet":
        """Another net with the same weights, on the same device."""
        twin = LargeNet(self.inputs, self.shape, self.width, len(self.blocks), self.images).to(self.ground.device)
        twin.load_state_dict(self.state_dict())
        return twin

    def folded(self) -> Self:
        """The net itself, which must not learn any more, with fewer layers that come to the same."""
        for block in self.blocks:
            if isinstance(block, Around):
                block.fold()
        return self

    def see(self, rows: Tensor, row_starts: Tensor) -> Tensor:
        """What is on each cell of each position, and after the last cell what is said everywhere."""
        count = len(row_starts) - 1
        owner = torch.repeat_interleave(torch.arange(count, device=rows.device), row_starts.diff())
        places, marks = cast(Tensor, self.places), cast(Tensor, self.marks)
        seen = torch.zeros(count * (self.cells + 1), self.width, device=rows.device)
        seen.index_add_(0, owner * (self.cells + 1) + places[rows], self.look(marks[rows]).float())
        return seen.view(count, self.cells + 1, self.width)

    def think(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Of each position what decides the seats' chances, and the weight of every action, legal or not."""
        x = seen[:, :-1] + seen[:, -1:] + self.ground
        if self.is_grid:
            x = x.transpose(1, 2).reshape(len(x), self.width, *self.shape)
            x = x.contiguous(memory_format=torch.channels_last)
        for block in self.blocks:
            x = block(x)
        if self.is_grid:
            x = x.flatten(2).transpose(1, 2)
        logits = self.policy(self.policy_cells(x).relu().flatten(1))
        hidden = self.value_hidden(self.value_cells(x).relu().flatten(1)).relu()
        return self.value(hidden), logits


class Around(nn.Module):
    """Changes a cell by those around it."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.parts = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x: Tensor) -> Tensor:
        return (x + cast(Tensor, self.parts(x))).relu()

    def fold(self) -> None:
        """Let the layers that only scale what comes out of others become parts of these."""
        first, first_norm, cut, second, second_norm = self.parts
        self.parts = nn.Sequential(
            fuse_conv_bn_eval(cast(nn.Conv2d, first), cast(nn.BatchNorm2d, first_norm)),
            cut,
            fuse_conv_bn_eval(cast(nn.Conv2d, second), cast(nn.BatchNorm2d, second_norm)),
        )


class Among(nn.Module):
    """Changes a cell by all others."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.part = nn.TransformerEncoderLayer(
            width, max(1, width // _HEAD), 2 * width, dropout=0.0, batch_first=True, norm_first=True
        )

    def forward(self, x: Tensor) -> Tensor:
        return cast(Tensor, self.part(x))


def row_places(inputs: Inputs) -> tuple[list[int], list[int], int]:
    """Of each row its cell (one after the last for what a plane says everywhere) and the number of what it means there,
    and how many such numbers there are.
    """
    places: list[int] = []
    marks: list[int] = []
    count = 0
    for levels, looked_at in zip(inputs.levels, inputs.looked_at, strict=True):
        cells = range(looked_at) if looked_at > 1 else [int(inputs.cells)] * looked_at
        for cell in cells:
            places += [int(cell)] * levels
            marks += range(count, count + levels)
        count += levels if looked_at else 0
    return places, marks, count


def write_large(header: LargeHeader, net: LargeNet) -> bytes:
    """A large net as a file, with as many digits of its weights as matter."""
    file = BytesIO()
    weights = {name: value.cpu() for name, value in net.state_dict().items()}
    torch.save({name: one.half() if one.is_floating_point() else one for name, one in weights.items()}, file)
    return joined_file(header, file.getvalue())


def open_large(data: bytes, options: Mapping[str, object], device: str) -> LargeNet:
    """The large net of a file, for games with these options; ``NetError`` if it is none, or for others."""
    header, weights = split_file(data)
    ruleset = find_ruleset(header.ruleset)
    inputs, start = header.inputs(ruleset, options), ruleset.new(options, 0)
    images = Images(int(inputs.rows), int(inputs.actions), header.images)
    shape = [int(one) for one in inputs.arrays.shape(start)]
    net = LargeNet(inputs, shape, header.width, header.blocks, images)
    try:
        net.load_state_dict(torch.load(BytesIO(weights), map_location=device, weights_only=True))
    except (UnpicklingError, RuntimeError, EOFError, KeyError, TypeError, ValueError) as error:
        raise NetError("unreadable") from error
    return net.to(device).eval()
