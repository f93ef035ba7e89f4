import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
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

/** Keeps the notices of the page and says them politely. */
export function ToastProvider(props: { label: string; closeLabel: string; children: ReactNode }): ReactNode {
  const [list] = useState(createToastList);
  const toasts = useSyncExternalStore(list.subscribe, list.getToasts);
  return (
    <ToastContext value={list}>
      {props.children}
      {/* Beside the dialogs, not below the page's own layer: notices stand above them, and can be used while one is open. */}
      {createPortal(
        <section
          data-react-aria-top-layer="true"
          className={styles['stack']}
          aria-label={props.label}
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
