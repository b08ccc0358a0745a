"""How a net learns from samples, with torch."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludarium.extras import missing
from ludarium.players.nets import NetHeader, NetWeights, write_net
from ludarium.search.net import MOST, STEP
from ludarium.train.samples import LEAST, Samples

try:
    import torch
    from torch import Tensor, nn

    from ludarium.train.images import Images
except ImportError as error:
    raise missing(error, "train") from error

_WIDEST = int(MOST) / int(STEP)


class Learner(nn.Module):
    """A net that can learn. ``mixed``: whether a GPU may compute it with fewer digits."""

    mixed = False

    def forward(self, batch: "Batch") -> tuple[Tensor, Tensor]:
        """Log-chances of each seat and, position by position, of each legal action."""
        raise NotImplementedError

    def clip(self) -> None:
        """Keep the weights within their bounds."""


class SmallNet(Learner):
    """The net of ``search/net.py`` with weights that can change."""

    def __init__(
        self, rows: int, actions: int, seats: int, hidden: int, trusts_values: bool, trusts_policy: bool
    ) -> None:
        super().__init__()
        self.rows = nn.EmbeddingBag(rows, hidden, mode="sum", include_last_offset=True)
        self.bias = nn.Parameter(torch.full((hidden,), 0.3))
        self.values = nn.Linear(hidden, seats)
        self.policy = nn.Embedding(actions, hidden)
        self.policy_bias = nn.Embedding(actions, 1)
        self.trust = nn.Parameter(torch.tensor(float(trusts_values)), requires_grad=trusts_values)
        self.policy_trust = nn.Parameter(torch.tensor(float(trusts_policy)), requires_grad=trusts_policy)
        nn.init.normal_(self.rows.weight, std=0.05)
        nn.init.zeros_(self.values.weight)
        nn.init.zeros_(self.values.bias)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.policy_bias.weight)

    def forward(self, batch: "Batch") -> tuple[Tensor, Tensor]:
        weight = self.rows.weight
        rounded = weight + ((weight * STEP).round() / STEP - weight).detach()
        summed = nn.functional.embedding_bag(
            batch.rows, rounded, batch.row_starts, mode="sum", include_last_offset=True
        )
        hidden = (summed + self.bias).clamp(0, 1).square()
        values = self.values(hidden) + self.trust * batch.insight.clamp_min(LEAST).log()
        spread = hidden[batch.owner]
        logits = (spread * self.policy(batch.actions)).sum(1) + self.policy_bias(batch.actions).squeeze(1)
        logits = logits + self.policy_trust * batch.prior.clamp_min(1e-9).log()
        return values.log_softmax(1), log_softmax(logits, batch.owner, len(hidden))

    @torch.no_grad()
    def clip(self) -> None:
        self.rows.weight.clamp_(-_WIDEST, _WIDEST)

    @torch.no_grad()
    def as_file(self, header: NetHeader, sharpness: float) -> bytes:
        """The net as players use it, with the logarithms of its preferences times ``sharpness``."""
        rows = (self.rows.weight * STEP).round().short().cpu().flatten().tolist()
        bias = (self.bias * STEP).round().short().cpu().tolist()
        trust, policy_trust = float(self.trust), sharpness * float(self.policy_trust)
        weights = NetWeights(
            rows,
            bias,
            self.values.weight.cpu().flatten().tolist(),
            self.values.bias.cpu().tolist(),
            (sharpness * self.policy.weight).cpu().flatten().tolist(),
            (sharpness * self.policy_bias.weight).cpu().flatten().tolist(),
        )
        return write_net(replace(header, trust=trust, policy_trust=policy_trust), weights)


@dataclass(frozen=True)
class Batch:
    rows: Tensor
    row_starts: Tensor
    row_owner: Tensor
    actions: Tensor
    owner: Tensor
    policy: Tensor
    prior: Tensor
    ends: Tensor
    worth: Tensor
    insight: Tensor


def log_softmax(logits: Tensor, owner: Tensor, count: int) -> Tensor:
    """Over the actions of each position."""
    most = torch.full((count,), -1e30, device=logits.device).scatter_reduce(0, owner, logits, "amax")
    shifted = logits - most[owner].detach()
    total = torch.zeros(count, device=logits.device).index_add(0, owner, shifted.exp())
    return shifted - total.log()[owner]


class Pile:
    """Samples on the device where learning happens, from which batches are taken."""

    def __init__(self, samples: Samples, device: str, images: Images | None = None) -> None:
        self.count = len(samples)
        self.device = device

        def put(values: NDArray[Any]) -> Tensor:
            return torch.from_numpy(values).to(device)

        self.rows, self.actions = put(samples.rows.view(np.int16)), put(samples.actions.view(np.int16))
        self.row_starts = put(np.append(samples.row_starts, len(samples.rows)))
        self.action_starts = put(np.append(samples.action_starts, len(samples.actions)))
        self.policy, self.prior = put(samples.policy), put(samples.prior)
        self.ends, self.worth, self.insight = put(samples.ends), put(samples.worth), put(samples.insight)
        self.seen_as = None if images is None else images.to(device)

    def batch(self, chosen: Tensor) -> Batch:
        """The chosen positions as they are."""
        row_places, row_starts, row_owner = _gather(self.row_starts, chosen)
        places, _, owner = _gather(self.action_starts, chosen)
        rows, actions = self.rows[row_places].int() & 0xFFFF, self.actions[places].int() & 0xFFFF
        return Batch(
            rows,
            row_starts,
            row_owner,
            actions,
            owner,
            self.policy[places].float(),
            self.prior[places],
            self.ends[chosen],
            self.worth[chosen],
            self.insight[chosen],
        )

    def images(self, batch: Batch) -> Batch:
        """Each position as it is or seen otherwise, as chance says."""
        if self.seen_as is None:
            return batch
        which = torch.randint(len(self.seen_as), (len(batch.ends),), device=self.device)
        rows, actions = self.seen_as(which, batch.rows, batch.row_owner, batch.actions, batch.owner)
        return replace(batch, rows=rows, actions=actions)


def _gather(starts: Tensor, chosen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The places of all that belongs to the chosen positions, where each one's begins, and whose each is."""
    first, lengths = starts[chosen], starts[chosen + 1] - starts[chosen]
    ends = lengths.cumsum(0)
    owner = torch.repeat_interleave(torch.arange(len(chosen), device=starts.device), lengths)
    places = torch.arange(int(ends[-1]), device=starts.device) - (ends - lengths)[owner] + first[owner]
    return places, torch.cat([ends.new_zeros(1), ends]).to(torch.int32), owner


@dataclass(frozen=True)
class Losses:
    value: float
    policy: float


def rate_share(step: int, steps: int) -> float:
    """How much of the learning rate is used: rising over the first tenth of the steps, then falling to nothing."""
    return min(1.0, 10 * (step + 1) / steps) * (1 + cos(pi * step / steps)) / 2


def learn(
    net: Learner,
    pile: Pile,
    steps: int,
    batch_size: int = 4096,
    rate: float = 2e-3,
    search_share: float = 0.5,
) -> Iterator[tuple[int, Losses]]:
    """Go through batches drawn at random; now and then, how many there were and the losses since the last time.
    ``search_share`` says how much what the search expected counts beside how the game ended.
    """
    net.train()
    optimizer = torch.optim.Adam(net.parameters(), lr=rate)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: rate_share(step, steps))
    sums = torch.zeros(2, device=pile.device)
    seen = 0
    for step in range(steps):
        chosen = torch.randint(pile.count, (batch_size,), device=pile.device)
        batch = pile.images(pile.batch(chosen))
        with torch.autocast(pile.device, torch.bfloat16, enabled=net.mixed and pile.device == "cuda"):
            values, policy = net(batch)
        target = (1 - search_share) * batch.ends + search_share * batch.worth
        value_loss = -(target * values).sum(1).mean()
        policy_loss = -(batch.policy * policy).sum() / batch_size
        optimizer.zero_grad(set_to_none=True)
        (value_loss + policy_loss).backward()
        optimizer.step()
        schedule.step()
        net.clip()
        sums += torch.stack([value_loss.detach(), policy_loss.detach()])
        seen += 1
        if step % 100 == 99 or step == steps - 1:
            yield step + 1, Losses(*(sums / seen).tolist())
            sums.zero_()
            seen = 0
