export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'danger';
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Only the newest of a topic stands: what one does many times in a row must not cover what one does it to. */
  readonly topic?: string;
}

/** Notices that come and go, the newest last; only the last few are kept. */
export interface ToastList {
  readonly getToasts: () => readonly Toast[];
  readonly subscribe: (listener: () => void) => () => void;
  show(toast: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): number;
  dismiss(id: number): void;
}

const SHOWN_AT_ONCE = 3;

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
      const others = toasts.filter(({ topic }) => topic === undefined || topic !== toast.topic);
      set([...others, { tone: 'plain' as const, ...toast, id: lastId }].slice(-SHOWN_AT_ONCE));
      return lastId;
    },
    dismiss: (id) => set(toasts.filter((toast) => toast.id !== id)),
  };
}
