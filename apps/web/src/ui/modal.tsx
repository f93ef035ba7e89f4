import { useEffect, useId, useRef, type ReactNode } from 'react';
import { InDialog } from './look-only.tsx';
import styles from './modal.module.css';

/**
 * The browser's own modal dialog, for pages that do without React Aria: focus stays inside, Escape closes, focus returns to
 * where it was. Mount it to open it. Over a sheet of React Aria, which would take Escape for its own, it keeps its keys to itself.
 */
export function Modal(props: { title: string; onClose: () => void; children: ReactNode; actions: ReactNode }): ReactNode {
  const { title, onClose, children, actions } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles['modal']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId} className={styles['title']}>
        {title}
      </h2>
      <div className={styles['body']}>{children}</div>
      <div className={styles['actions']}>
        <InDialog value>{actions}</InDialog>
      </div>
    </dialog>
  );
}
