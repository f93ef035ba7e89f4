import type { ReactNode } from 'react';
import { ApiError } from './api-error.ts';
import { useT } from './i18n.tsx';

/** ERR-044: what a technician asks for of a fault, behind a word; nothing for a refusal that explains itself. */
export function FailureDetails(props: { failure: unknown }): ReactNode {
  const { failure } = props;
  const t = useT();
  if (!(failure instanceof ApiError) || !failure.isFault) return null;
  return (
    <details>
      <summary>{t('CrashDetails')}</summary>
      <code>{failure.message}</code>
    </details>
  );
}
