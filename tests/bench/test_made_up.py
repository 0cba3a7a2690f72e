"""The what-if pictures: their rows, their figure, and the one with native controls in a real browser."""

import pytest

from rmqkit.bench.made_up import (
    CASES,
    LARGEST_GROUP,
    allocation_figure,
    allocation_rows,
    allocation_table,
    cases_of,
    made_up,
    slider_figure,
)


@pytest.mark.parametrize(
    ("case", "orphans", "double"),
    [
        pytest.param("average", 0, 0, id="average"),
        pytest.param("by circle", 0, 0, id="by circle"),
        pytest.param("consistent hash", 0, 0, id="consistent hash"),
        pytest.param("B subscribes to another topic", 16, 0, id="half of two topics' 32 queues"),
        pytest.param("A and B share one id", 8, 8, id="half read twice and half by nobody"),
        pytest.param("B uses the circle strategy", 4, 4, id="a quarter each"),
    ],
)
def test_cases_with_two_clients(case, orphans, double):
    states = [row["state"] for row in allocation_rows(cases_of(case)[0])]
    assert (states.count("orphan"), states.count("double")) == (orphans, double)


def test_a_row_tells_the_queue_its_readers_and_its_state():
    assert allocation_rows(made_up(clients=2, brokers=1, queues=2, same_id=("A", "B"))) == [
        {"topic": "topicA", "broker": "broker-a", "queue": 0, "readers": ["A", "B"], "state": "double"},
        {"topic": "topicA", "broker": "broker-a", "queue": 1, "readers": [], "state": "orphan"},
    ]


def test_the_picture_has_a_strip_for_each_broker_and_a_cell_for_each_queue():
    group = made_up(clients=3, brokers=2, queues=4)
    figure = allocation_figure(group)
    assert [one.text for one in figure.layout.annotations] == ["<b>topicA</b> broker-a", "<b>topicA</b> broker-b"]
    strips = [["A", "A", "A", "B"], ["B", "B", "C", "C"]]
    assert [list(line) for line in figure.data[0].text][1::2] == strips
    assert [list(line) for line in figure.data[0].z][1::2] == [[0, 0, 0, 1], [1, 1, 2, 2]]
    assert allocation_table(group).values.tolist() == strips


def test_every_case_has_a_button_and_every_size_a_step_with_its_data():
    figure = slider_figure()
    assert [button.label for button in figure.layout.updatemenus[0].buttons] == list(CASES)
    for case, button in zip(CASES, figure.layout.updatemenus[0].buttons, strict=True):
        (slider,) = button.args[1]["sliders"]
        assert len(slider["steps"]) == LARGEST_GROUP - 1
        for step, rows in zip(slider["steps"], map(allocation_rows, cases_of(case)), strict=True):
            assert _readers(step["args"][0]["text"][0]) == [row["readers"] for row in rows]


def _readers(lines):
    return [cell.split() if cell != "–" else [] for line in lines[1::2] for cell in line]


@pytest.mark.browser
def test_in_a_browser_slider_and_buttons_move_the_picture_and_no_request_leaves_the_page(tmp_path, browser):
    page_file = tmp_path / "figure.html"
    slider_figure().write_html(page_file, include_plotlyjs=True)
    page = browser.new_page(viewport={"width": 1200, "height": 700})
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(page_file.as_uri())
    page.wait_for_selector(".slider-rail-touch-rect")
    before = _text(page)
    rail = page.locator(".slider-rail-touch-rect").bounding_box()
    page.mouse.click(rail["x"] + rail["width"] - 2, rail["y"] + rail["height"] / 2)
    page.wait_for_function("document.querySelector('.js-plotly-plot').data[0].text.flat().includes('H')")
    page.locator(".updatemenu-button", has_text="share one id").click()
    page.wait_for_function("document.querySelector('.js-plotly-plot').data[0].text.flat().includes('A B')")
    after = _text(page)
    page.close()
    assert before[1::2] == [["A"] * 8, ["B"] * 8]
    assert after[1::2] == [["A B"] * 8, ["–"] * 8]
    assert [url for url in requests if not url.startswith(("file:", "data:", "blob:"))] == []


def _text(page):
    return page.evaluate("document.querySelector('.js-plotly-plot').data[0].text.map(line => Array.from(line))")
