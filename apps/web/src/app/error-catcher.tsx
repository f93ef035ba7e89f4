import { Component, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { call } from '../lib/call.ts';
import { useT } from '../lib/i18n.tsx';
import { useReach } from '../lib/offline/reach.ts';
import { useSend } from '../lib/send-context.tsx';
import { useSessionStore } from '../lib/session-context.tsx';
import { appVersion } from '../lib/version.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface State {
  readonly error: unknown;
  readonly hasFailed: boolean;
}
const FINE: State = { error: null, hasFailed: false };

/** A crash in one page leaves the rest standing, and gives a way on: refresh or ignore. */
export class ErrorCatcher extends Component<{ children: ReactNode; resetKey?: string }, State> {
  override state = FINE;

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true };
  }

  override componentDidUpdate(before: { resetKey?: string }): void {
    if (this.state.hasFailed && before.resetKey !== this.props.resetKey) this.setState(FINE);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <Crashed error={this.state.error} onIgnore={() => this.setState(FINE)} />;
  }
}

/** Eight characters that are read out over the phone: no 0 and O, no 1 and I. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const newReference = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** Where it happened, without the error's own text, which may hold what somebody typed. */
const placesOf = (error: unknown): string[] =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => /^at |@/.test(line))
        .slice(0, 12)
        .map((line) => line.slice(0, 200))
    : [];

/** A part of the program that could not be fetched, in the words of the engines; they have no name for it. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);

/** ERR-039, ERR-044: says that the page failed and gives a way on; the server's log knows the reference. */
export function Crashed(props: { error: unknown; onIgnore: () => void }): ReactNode {
  const { error } = props;
  const t = useT();
  const send = useSend();
  const session = useSessionStore();
  const id = useId();
  const [reference] = useState(newReference);
  const box = useRef<HTMLDivElement>(null);
  // Without the server a page that was never opened cannot come: nothing has crashed. That a file is missing may be known before any call
  // has found out that nobody answers.
  const reached = useReach().isReached;
  const [wasReached] = useState(reached);
  const isReached = isMissingFile(error) ? reached && navigator.onLine : wasReached;
  const name = error instanceof Error ? error.name : typeof error;
  useEffect(() => {
    box.current?.focus();
    if (session.token() === null || !isReached) return;
    const page = location.pathname.slice(0, 200);
    const body = { reference, error: name.slice(0, 80), places: placesOf(error), page, version: appVersion };
    call(send, 'users.report-crash', { body }).catch(() => undefined);
  }, [send, session, reference, name, error, isReached]);
  if (!isReached)
    return (
      <div ref={box} role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} tabIndex={-1}>
        <EmptyState
          icon="offline"
          level={1}
          title={<span id={`${id}-title`}>{t('PageNotKept')}</span>}
          action={<Button onClick={() => location.reload()}>{t('Refresh')}</Button>}
        >
          <p id={`${id}-text`}>{t('PageNotKeptText')}</p>
        </EmptyState>
      </div>
    );
  return (
    <div ref={box} role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`} tabIndex={-1}>
      <EmptyState
        icon="alert"
        level={1}
        title={<span id={`${id}-title`}>{t('PageCrashed')}</span>}
        action={
          <>
            <Button look="primary" onClick={() => location.reload()}>
              {t('Refresh')}
            </Button>
            <Button onClick={props.onIgnore}>{t('Ignore')}</Button>
          </>
        }
      >
        <p id={`${id}-text`}>{t('PageCrashedText')}</p>
        <p>{t('CrashReference', { reference })}</p>
        <details>
          <summary>{t('CrashDetails')}</summary>
          <code>{error instanceof Error ? `${name}: ${error.message}` : String(error)}</code>
        </details>
      </EmptyState>
    </div>
  );
}
