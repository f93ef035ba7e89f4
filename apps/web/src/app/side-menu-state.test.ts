// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useCollapsed } from './side-menu-state.ts';

let isMedium = false;
const listeners = new Set<() => void>();
beforeEach(() => {
  localStorage.clear();
  isMedium = false;
  window.matchMedia = () =>
    ({
      get matches() {
        return isMedium;
      },
      addEventListener: (_kind: string, listener: () => void) => void listeners.add(listener),
      removeEventListener: (_kind: string, listener: () => void) => void listeners.delete(listener),
    }) as unknown as MediaQueryList;
});
afterEach(cleanup);

const resize = (toMedium: boolean): void =>
  act(() => {
    isMedium = toMedium;
    for (const listener of listeners) listener();
  });
const open = () => renderHook(() => useCollapsed()).result;

test('NAV-036: on a medium width the menu is icons, on a wide one it has labels', () => {
  const menu = open();
  expect(menu.current.isCollapsed).toBe(false);
  resize(true);
  expect(menu.current.isCollapsed).toBe(true);
});

test('NAV-036: a choice is remembered for the next visit, on any width', () => {
  const menu = open();
  act(() => menu.current.toggle());
  expect(menu.current.isCollapsed).toBe(true);
  cleanup();
  expect(open().current.isCollapsed).toBe(true);
});

test('NAV-036: choosing what the width gives anyway leaves it to the width again', () => {
  const menu = open();
  act(() => menu.current.toggle());
  act(() => menu.current.toggle());
  expect(menu.current.isCollapsed).toBe(false);
  resize(true);
  expect(menu.current.isCollapsed).toBe(true);
});
