"""The exception on a client's line of a failure: class, message without numbers, first frame."""

import pytest

from rmqkit.formats.logs.carried.thrown import thrown


@pytest.mark.parametrize(
    ("text", "name", "message", "frame"),
    [
        pytest.param(
            "java.lang.IllegalStateException: no order-2340, com.shop.A.book(A.java:161)",
            "java.lang.IllegalStateException",
            "no order-#",
            "com.shop.A.book(A.java:161)",
            id="message and frame",
        ),
        pytest.param(
            "java.lang.NullPointerException, com.shop.B$1.on(B.java:5)",
            "java.lang.NullPointerException",
            "",
            "com.shop.B$1.on(B.java:5)",
            id="no message",
        ),
        pytest.param(
            "java.lang.RuntimeException: a, b, com.shop.Y.<init>(Y.java:1), ",
            "java.lang.RuntimeException",
            "a, b",
            "com.shop.Y.<init>(Y.java:1)",
            id="commas in the message and at the end",
        ),
        pytest.param("a.b.MyException: id 7f0000010000", "a.b.MyException", "id #", None, id="no frame"),
        pytest.param(
            "java.net.SocketTimeoutException: Read timed out, java.base/sun.nio.X.read(X.java:2)",
            "java.net.SocketTimeoutException",
            "Read timed out",
            "java.base/sun.nio.X.read(X.java:2)",
            id="a frame of a module",
        ),
    ],
)
def test_what_was_thrown(text: str, name: str, message: str, frame: str | None) -> None:
    found = thrown(text)
    assert found is not None
    assert (found.name, found.message, found.frame) == (name, message, frame)


@pytest.mark.parametrize("text", [None, "", "consumeMessage return null", "consumeMessage Orderly return not OK"])
def test_nothing_was_thrown(text: str | None) -> None:
    assert thrown(text) is None
