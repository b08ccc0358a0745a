"""A training from its first game to its best net: generation by generation, each in a folder of its own.

A generation plays against itself (``games-N.npz`` to learn from, ``games-N.txt`` with records), learns (``learner.pt``,
``candidate.net``) and is matched against the best net so far (``match.jsonl``). What is there already is not done
again, so that a training goes on where it was stopped, whenever that was: with the games that are missing, with
learning from its beginning, with the rest of the match. ``progress.jsonl`` has a line for every generation,
``best.net`` is what players use. The files of large nets end in ``.pt``.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from time import perf_counter

import torch

from ludarium.arena.contestants import Contestant
from ludarium.arena.games import mix_seeds
from ludarium.arena.statistics import Hypotheses, judge
from ludarium.arena.tournament import Tournament
from ludarium.train.curves import curves
from ludarium.train.images import Images
from ludarium.train.kinds import Kind, LargeKind, SmallKind
from ludarium.train.learner import Losses, Pile, learn
from ludarium.train.plan import Plan, TrainError
from ludarium.train.progress import Generation, read_progress, replace_file, write_progress
from ludarium.train.samples import Samples, joined, read_samples, write_samples
from ludarium.train.selfplay import Games
from ludarium.train.symmetries import find_symmetries
from ludarium.workers.jobs import Workers

_OPENING = 2  # random steps at the start of a match's games
_BETTER = Hypotheses(0.5, 0.55)
_GAMES, _LEARNING, _MATCH = 1, 2, 3  # what a seed is for
PLAYING, LEARNING, MATCHING, DONE = "playing", "learning", "matching", "done"


@dataclass(frozen=True)
class News:
    """How far a generation is; ``generation`` is there at its end."""

    number: int
    phase: str
    done: int
    total: int
    losses: Losses | None = None
    score: float | None = None
    generation: Generation | None = None


class Training:
    """``plan`` must be the one that the folder was begun with. ``locale`` is the language of its picture."""

    def __init__(self, folder: Path, plan: Plan, workers: Workers, device: str, locale: str = "en") -> None:
        self.folder, self.plan, self.workers, self.device, self.locale = folder, plan, workers, device, locale
        self.kind: Kind = LargeKind(plan, device) if plan.blocks else SmallKind(plan)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            settings = folder / "settings.json"
            if settings.exists():
                self._check(settings)
            else:
                replace_file(settings, json.dumps(plan.as_json(), indent=1).encode())
            self.generations = read_progress(folder / "progress.jsonl")
            self._put_best()
        except OSError as error:
            raise TrainError("folder", folder=folder, why=error.strerror or error) from error

    @cached_property
    def _images(self) -> Images:
        inputs = self.plan.inputs()
        return Images.by(find_symmetries(self.plan), int(inputs.rows), int(inputs.actions))

    @property
    def best(self) -> Path:
        return self.folder / f"best{self.kind.ending}"

    def run(self, generations: int) -> Iterator[News]:
        """Go on until there are so many generations."""
        while len(self.generations) < generations:
            yield from self._generation(len(self.generations) + 1)

    def _generation(self, number: int) -> Iterator[News]:
        folder = self._folder(number)
        folder.mkdir(exist_ok=True)
        began = perf_counter()
        yield from self._play(number)
        played = perf_counter()
        samples = joined(
            [part for one in range(max(1, number + 1 - self.plan.window), number + 1) for part in self._read(one)]
        )
        losses, net = Losses(0.0, 0.0), self._candidate(number)
        for news in self._learn(number, samples, net):
            losses = news.losses or losses
            yield news
        learned = perf_counter()
        score, games, passed = 0.5, 0, False
        for news, games, passed in self._match(number, net):  # noqa: B007 (as they are at the end)
            score = score if news.score is None else news.score
            yield news
        generation = Generation(
            number=number,
            games=samples.games,
            samples=len(samples),
            length=samples.steps / max(1, samples.games),
            insight_loss=samples.insight_loss(),
            value_loss=losses.value,
            policy_loss=losses.policy,
            score=score,
            match_games=games,
            passed=passed,
            seconds=(played - began, learned - played, perf_counter() - learned),
        )
        self.generations.append(generation)
        write_progress(self.folder / "progress.jsonl", self.generations)
        self._put_best()
        replace_file(self.folder / "curves.svg", curves(self.generations, self.plan, self.locale).encode())
        for old in range(1, number + 2 - self.plan.window):  # nobody learns from these any more
            for file in self._folder(old).glob("games-*.npz"):
                file.unlink()
        yield News(number, DONE, 1, 1, losses, score, generation)

    # --- its parts --------------------------------------------------------------------------------------------------
    def _play(self, number: int) -> Iterator[News]:
        folder, plan = self._folder(number), self.plan
        size = self.kind.job
        jobs = range(-(-plan.games // size))
        missing = [one for one in jobs if not (folder / f"games-{one}.npz").exists()]
        playing = self._candidate(number - 1 if self.kind.newest else self._passed())
        net = playing.read_bytes() if playing.exists() else b""
        name = f"gumbel:{plan.simulations}sims" + (f"@{playing.relative_to(self.folder)}" if net else "")
        done = len(jobs) - len(missing)
        yield News(number, PLAYING, min(done * size, plan.games), plan.games)
        if not missing:
            return
        games = [
            Games(
                number=one,
                count=min(size, plan.games - one * size),
                seed=mix_seeds(plan.seed, _GAMES, number, one).below(1 << 31),
                records=plan.records - one * size,
            )
            for one in missing
        ]
        with self.kind.self_play(net, name) as task, closing(self.workers.work(task, games)) as answers:
            for played in answers:
                if played.records:
                    replace_file(folder / f"games-{played.number}.txt", played.records.encode())
                write_samples(folder / f"games-{played.number}.npz", played.samples)
                done += 1
                yield News(number, PLAYING, min(done * size, plan.games), plan.games)

    def _read(self, number: int) -> list[Samples]:
        return [read_samples(file) for file in sorted(self._folder(number).glob("games-*.npz"))]

    def _learn(self, number: int, samples: Samples, file: Path) -> Iterator[News]:
        plan, told = self.plan, self._folder(number) / "losses.json"
        if file.exists():
            known = Losses(**json.loads(told.read_text())) if told.exists() else None
            yield News(number, LEARNING, plan.steps, plan.steps, known)
            return
        torch.manual_seed(mix_seeds(plan.seed, _LEARNING, number).below(1 << 31))
        net = self.kind.new(self._images).to(self.device)
        before = self._folder(number - 1) / "learner.pt"
        if before.exists():
            net.load_state_dict(torch.load(before, map_location=self.device, weights_only=True))
        pile = Pile(samples, self.device, self._images)
        losses = Losses(0.0, 0.0)
        for done, losses in learn(net, pile, plan.steps, plan.batch, plan.rate, plan.search_share):
            yield News(number, LEARNING, done, plan.steps, losses)
        torch.save(net.state_dict(), self._folder(number) / "learner.pt")
        replace_file(told, json.dumps(asdict(losses)).encode())
        replace_file(file, self.kind.as_file(net, samples.games))

    def _match(self, number: int, net: Path) -> Iterator[tuple[News, int, bool]]:
        """The news, how many games count for them, and whether the new net is the better one by now."""
        files = [net, self.best if self.best.exists() else None]
        with self.kind.contestants(files, self.folder) as players:
            tournament = self._tournament(number, players)
            with closing(tournament.open_ledger(self._folder(number) / "match.jsonl")) as ledger:

                def news() -> tuple[News, int, bool]:
                    verdict = judge(_BETTER, ledger.in_order())
                    counted = verdict.units * tournament.schedule.games_per_opening
                    score = verdict.score if verdict.units else None
                    told = News(number, MATCHING, len(ledger.results), tournament.size, score=score)
                    return told, counted, verdict.accepted == 1

                yield news()
                for _ in tournament.play(ledger, self.workers):
                    yield news()

    def _tournament(self, number: int, players: Sequence[Contestant]) -> Tournament:
        plan = self.plan
        return Tournament(
            ruleset=plan.find_ruleset(),
            options=plan.options,
            players=players,
            games=plan.match_games,
            seed=mix_seeds(plan.seed, _MATCH, number).below(1 << 31),
            opening_steps=_OPENING,
            hypotheses=_BETTER,
        )

    # --- its files --------------------------------------------------------------------------------------------------
    def _folder(self, number: int) -> Path:
        return self.folder / f"{number:04d}"

    def _candidate(self, number: int) -> Path:
        """The net of a generation, as a file that can play."""
        return self._folder(number) / f"candidate{self.kind.ending}"

    def _check(self, settings: Path) -> None:
        """See that the folder was begun with this plan."""
        try:
            other = self.plan.differences(json.loads(settings.read_text()))
        except (ValueError, AttributeError) as error:
            raise TrainError("settings", file=settings) from error
        if other:
            raise TrainError("other_settings", folder=self.folder, names=other)

    def _passed(self) -> int:
        """The last generation that replaced the best net; 0 if none did."""
        return max((one.number for one in self.generations if one.passed), default=0)

    def _put_best(self) -> None:
        """Have the best net where it belongs, should it have been told of and not yet put there."""
        net = self._candidate(self._passed())
        if net.exists() and not (self.best.exists() and self.best.read_bytes() == net.read_bytes()):
            replace_file(self.best, net.read_bytes())
