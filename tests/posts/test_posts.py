"""The known posts: their tables hold, and no answer to one gets worse.

`make accuracy` prints how many of both halves are answered rightly, of those kept aside nothing else.
"""

import tomllib

import pytest

from tests.accuracy.posts import ASIDE, KNOWN, Answer, Grade, Post, diagnosed, explained, floors, grade, posts, why_not

KNOWN_POSTS = posts(KNOWN)
# What is printed around any answer: it helps nobody.
AROUND = """UNKNOWN (group not named): Not enough evidence to judge (group not named) [proven]
Nothing here shows that the group is healthy. What these lines mean. Read: 1 files, 5 lines, 0 unparsed. Missing:
how offsets move and who owns each queue, at two moments or more: mqadmin consumerProgress -n NAMESRV -g GROUP -s true
the list of connected clients: mqadmin consumerConnection -n NAMESRV -g GROUP
rocketmq_client.log of every client, broker.log of every broker, the last ten minutes; date; mqadmin clusterList"""


def ids(post: Post) -> str:
    return post.name


@pytest.mark.parametrize("half", [KNOWN, ASIDE], ids=["known", "aside"])
def test_every_text_has_its_row_and_every_row_its_text(half):
    assert {path.stem for path in half.glob("*.txt")} == {post.name for post in posts(half)}


@pytest.mark.parametrize("half", [KNOWN, ASIDE], ids=["known", "aside"])
def test_every_row_names_its_thread_and_what_it_came_to(half):
    rows = tomllib.loads((half / "posts.toml").read_text(encoding="utf-8"))
    lacking = [name for name, row in rows.items() if not (row["thread"].startswith("https://") and row["concluded"])]
    assert lacking == []


@pytest.mark.parametrize("half", [KNOWN, ASIDE], ids=["known", "aside"])
def test_a_posts_own_words_are_no_answer_to_it(half):
    echoes = {post.name: Answer(f"{AROUND}\n{post.path.read_text(encoding='utf-8')}") for post in posts(half)}
    assert [post.name for post in posts(half) if grade(post, echoes[post.name]) != Grade.MUTE] == []


def test_the_halves_share_no_post():
    assert not {post.name for post in KNOWN_POSTS} & {post.name for post in posts(ASIDE)}


def test_every_known_post_has_a_floor():
    names = {post.name for post in KNOWN_POSTS}
    assert {command: set(floor) for command, floor in floors().items()} == {"diagnose": names, "explain": names}


@pytest.mark.parametrize("post", KNOWN_POSTS, ids=ids)
def test_no_diagnosis_of_a_post_is_worse_than_it_was(post: Post) -> None:
    answer = diagnosed(post)
    assert grade(post, answer) >= floors()["diagnose"][post.name], why_not(post, answer)


@pytest.mark.parametrize("post", KNOWN_POSTS, ids=ids)
def test_no_explanation_of_a_post_is_worse_than_it_was(post: Post) -> None:
    answer = explained(post)
    assert grade(post, answer) >= floors()["explain"][post.name], why_not(post, answer)
