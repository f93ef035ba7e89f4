import { Component, type ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** A crash in one page leaves the rest standing, and gives a way on: refresh or ignore. */
export class ErrorCatcher extends Component<{ children: ReactNode; resetKey?: string }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: { resetKey?: string }): void {
    if (this.state.hasFailed && before.resetKey !== this.props.resetKey) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <Crashed onIgnore={() => this.setState({ hasFailed: false })} />;
  }
}

/** Says that the page failed and gives a way on. */
export function Crashed(props: { onIgnore: () => void }): ReactNode {
  const t = useT();
  return (
    <EmptyState
      icon="alert"
      level={1}
      isAlert
      title={t('PageCrashed')}
      action={
        <>
          <Button look="primary" onClick={() => location.reload()}>
            {t('Refresh')}
          </Button>
          <Button onClick={props.onIgnore}>{t('Ignore')}</Button>
        </>
      }
    >
      {t('PageCrashedText')}
    </EmptyState>
  );
}
