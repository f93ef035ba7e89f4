export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
  /** It is about no page, or done with its page, as what leads to another one: otherwise the notice goes with the page that it was said on. */
  readonly isEverywhere?: true;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'danger';
  readonly action?: ToastAction;
  /** Only the newest of a topic stands: what one does many times in a row must not cover what one does it to. */
  readonly topic?: string;
}

/** Notices that come and go, the newest last; only the last few are kept. */
export interface ToastList {
  readonly getToasts: () => readonly Toast[];
  readonly subscribe: (listener: () => void) => () => void;
  show(toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): number;
  dismiss(id: number): void;
  /** Another page is shown: what could be undone on the one before is not offered over this one. */
  leavePage(): void;
}

const SHOWN_AT_ONCE = 3;

/** Of one topic, or word for word alike with nothing to press: two of them tell nobody more than one does. */
const saysTheSame = (older: Toast, newer: Pick<Toast, 'text' | 'topic' | 'action'>): boolean =>
  (older.topic !== undefined && older.topic === newer.topic) || (older.text === newer.text && !older.action && !newer.action);

export function createToastList(): ToastList {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const set = (next: readonly Toast[]): void => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  return {
    getToasts: () => toasts,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show(toast) {
      lastId += 1;
      const others = toasts.filter((other) => !saysTheSame(other, toast));
      set([...others, { tone: 'plain' as const, ...toast, id: lastId }].slice(-SHOWN_AT_ONCE));
      return lastId;
    },
    dismiss: (id) => set(toasts.filter((toast) => toast.id !== id)),
    leavePage() {
      const left = toasts.filter(({ action }) => !action || action.isEverywhere);
      if (left.length < toasts.length) set(left);
    },
  };
}
