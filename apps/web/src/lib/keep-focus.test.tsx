import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocusInLists } from './keep-focus.ts';

let stop: () => void;
beforeEach(() => (stop = keepFocusInLists(document)));
afterEach(() => {
  stop();
  cleanup();
});

/** A list whose rows leave it by their own button, the second of two. */
function List(): ReactNode {
  const [left, setLeft] = useState(['a', 'b', 'c']);
  return (
    <ul>
      {left.map((name) => (
        <li key={name}>
          <button type="button">open {name}</button>
          <button type="button" onClick={() => setLeft(left.filter((each) => each !== name))}>
            done {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
const has = (name: string) => waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })));

test('NAV-038: when a row leaves a list by its own button, the keyboard goes on at the same button of the next one, and then of the one before', async () => {
  const user = userEvent.setup();
  render(<List />);
  screen.getByRole('button', { name: 'done b' }).focus();
  await user.keyboard('{Enter}');
  await has('done c');
  await user.keyboard('{Enter}');
  await has('done a');
});

test('NAV-038: whoever has pressed beside everything is not led back when the row goes', async () => {
  let end = (): void => undefined;
  function Told(): ReactNode {
    const [isThere, setThere] = useState(true);
    end = () => setThere(false);
    return (
      <ul>
        {isThere && (
          <li>
            <button type="button">one</button>
          </li>
        )}
        <li>
          <button type="button">two</button>
        </li>
      </ul>
    );
  }
  const user = userEvent.setup();
  render(<Told />);
  await user.click(screen.getByRole('button', { name: 'one' }));
  await user.click(document.body);
  await new Promise((done) => setTimeout(done, 10));
  act(end);
  await new Promise((done) => setTimeout(done, 120));
  expect(document.activeElement).toBe(document.body);
});
