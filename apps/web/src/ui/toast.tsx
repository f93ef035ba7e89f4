import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { createToastList, type Toast, type ToastList } from './toast-list.ts';
import { Unbroken } from './unbroken.tsx';
import styles from './toast.module.css';

const SHOWN_MS = 8_000;
const ToastContext = createContext<ToastList | null>(null);

export function useToasts(): ToastList {
  const toasts = use(ToastContext);
  if (!toasts) throw new Error('no ToastProvider above this component');
  return toasts;
}

/** Where nothing is written: there the key takes back letters. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=checkbox], [type=radio]), textarea, [contenteditable]') !== null;

/**
 * F6 goes to the newest notice and back to where one was; Ctrl+Z presses its Undo. A notice stands last in the page and for a few seconds,
 * which is too far for Tab.
 */
function useNoticeKeys(list: ToastList, undoLabel: string | undefined, stack: RefObject<HTMLElement | null>): void {
  const cameFrom = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const back = (): void => {
      if (cameFrom.current?.isConnected) cameFrom.current.focus();
      cameFrom.current = null;
    };
    const turn = (event: KeyboardEvent): void => {
      const newest = stack.current?.lastElementChild?.querySelector<HTMLElement>('button');
      if (!newest) return;
      event.preventDefault();
      if (stack.current?.contains(document.activeElement)) return back();
      cameFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      newest.focus();
    };
    const undo = (event: KeyboardEvent): void => {
      const newest = list.getToasts().findLast(({ action }) => action !== undefined);
      if (!newest?.action || newest.action.label !== undoLabel || isWriting(event.target)) return;
      event.preventDefault();
      newest.action.run();
      list.dismiss(newest.id);
    };
    const onKey = (event: KeyboardEvent): void => {
      // A page that has an undo of its own has taken the key.
      if (event.defaultPrevented || event.shiftKey || event.altKey) return;
      if (event.key === 'F6') turn(event);
      else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) undo(event);
    };
    // When the notice that had the focus is gone.
    const unsubscribe = list.subscribe(() =>
      setTimeout(() => {
        if (cameFrom.current && document.activeElement === document.body) back();
      }),
    );
    window.addEventListener('keydown', onKey);
    return () => {
      unsubscribe();
      window.removeEventListener('keydown', onKey);
    };
  }, [list, undoLabel, stack]);
}

/** Between notices and what begins below them. */
const GAP_PX = 12;

/**
 * How high the notices are, as `--notices`, while there are some: on a phone they stand at the top, and what is open there begins below them
 * (`overlay.module.css`), so that none lies over something to be pressed.
 */
function useRoomBelow(stack: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    if (count === 0) return undefined;
    const root = document.documentElement;
    root.style.setProperty('--notices', `${(stack.current?.offsetHeight ?? 0) + GAP_PX}px`);
    root.toggleAttribute('data-notices', true);
    return () => {
      root.style.removeProperty('--notices');
      root.removeAttribute('data-notices');
    };
  }, [stack, count]);
}

/** Keeps the notices of the page and says them politely. */
export function ToastProvider(props: {
  label: string;
  closeLabel: string;
  /** What the action is called that takes something back. */
  undoLabel?: string;
  children: ReactNode;
}): ReactNode {
  const [list] = useState(createToastList);
  const toasts = useSyncExternalStore(list.subscribe, list.getToasts);
  const stack = useRef<HTMLElement>(null);
  useNoticeKeys(list, props.undoLabel, stack);
  useRoomBelow(stack, toasts.length);
  return (
    <ToastContext value={list}>
      {props.children}
      {/* Beside the dialogs, not below the page's own layer: notices stand above them, and can be used while one is open. */}
      {createPortal(
        <section
          ref={stack}
          data-react-aria-top-layer="true"
          className={styles['stack']}
          aria-label={props.label}
          aria-keyshortcuts="F6"
          aria-live="polite"
          aria-relevant="additions"
        >
          {toasts.map((toast) => (
            <ToastCard key={toast.id} toast={toast} closeLabel={props.closeLabel} onClose={() => list.dismiss(toast.id)} />
          ))}
        </section>,
        document.body,
      )}
    </ToastContext>
  );
}

function ToastCard(props: { toast: Toast; closeLabel: string; onClose: () => void }): ReactNode {
  const { toast, onClose } = props;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
    // The timer runs once per toast; a new `onClose` must not restart it.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason above
  }, [isHeld, toast.id]);
  return (
    <div
      className={cx(styles['toast'], toast.tone === 'danger' && styles['danger'])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles['text']}>
        <Unbroken>{toast.text}</Unbroken>
      </span>
      {toast.action && (
        <Button
          look="quiet"
          isSmall
          className={styles['action']}
          onClick={() => {
            toast.action?.run();
            onClose();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon="close" isSmall label={props.closeLabel} className={styles['close']} onClick={onClose} />
    </div>
  );
}
