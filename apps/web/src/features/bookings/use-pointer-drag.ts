import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react';

/** So far the pointer goes before a press is a drag. */
const THRESHOLD_PX = 6;

interface DragParts<Drag> {
  /** What a press would drag; null: nothing. */
  readonly begin: (event: PointerEvent) => Drag | null;
  /** As it is with the pointer at a point of the screen. */
  readonly follow: (drag: Drag, x: number, y: number) => Drag;
  /** Whether two stages of a drag look alike. */
  readonly isSame: (one: Drag, other: Drag) => boolean;
  /** It ended where it began: `click` is a press of an unsteady hand, `back` was put back. */
  readonly endOf: (drag: Drag) => 'drop' | 'back' | 'click';
  /** It cannot be dragged, of which whoever tries is told once. */
  readonly refuse: (drag: Drag) => boolean;
  readonly onDrop: (drag: Drag) => void;
}

/** BOOK-044: drags by mouse or pen; fingers scroll instead. Escape ends one without a trace, and the click that follows one is part of it. */
export function usePointerDrag<Drag>(parts: DragParts<Drag>) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const pressed = useRef<{ readonly drag: Drag; readonly x: number; readonly y: number } | null>(null);
  const current = useRef<Drag | null>(null);
  const isClickOver = useRef(false);
  const latest = useRef(parts);
  useEffect(() => {
    latest.current = parts;
  });
  useEffect(() => {
    const show = (next: Drag | null): void => {
      current.current = next;
      setDrag(next);
    };
    const move = (event: globalThis.PointerEvent): void => {
      const began = pressed.current;
      if (!began) return;
      const { follow, isSame, refuse } = latest.current;
      if (!current.current) {
        if (Math.hypot(event.clientX - began.x, event.clientY - began.y) <= THRESHOLD_PX) return;
        if (refuse(began.drag)) {
          pressed.current = null;
          isClickOver.current = true;
          return;
        }
      }
      const next = follow(current.current ?? began.drag, event.clientX, event.clientY);
      if (!current.current || !isSame(current.current, next)) show(next);
    };
    const end = (event: globalThis.PointerEvent): void => {
      pressed.current = null;
      const done = current.current;
      const how = done && latest.current.endOf(done);
      if (done) show(null);
      if (done && how !== 'click') isClickOver.current = true;
      // The click that follows belongs to the drag.
      if (isClickOver.current) setTimeout(() => (isClickOver.current = false), 0);
      if (done && event.type === 'pointerup' && how === 'drop') latest.current.onDrop(done);
    };
    const key = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || !current.current) return;
      pressed.current = null;
      isClickOver.current = true;
      show(null);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    addEventListener('keydown', key);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', key);
    };
  }, []);
  return {
    drag,
    onPointerDown: (event: PointerEvent): void => {
      isClickOver.current = false;
      const begin = event.button === 0 && event.pointerType !== 'touch' ? parts.begin(event) : null;
      pressed.current = begin && { drag: begin, x: event.clientX, y: event.clientY };
    },
    onClickCapture: (event: MouseEvent): void => {
      if (!isClickOver.current) return;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
