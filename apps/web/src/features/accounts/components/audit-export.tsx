import { useState, type ReactNode } from 'react';
import { saveAnswer } from '../../../lib/download.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import type { AuditFilter } from '../queries.ts';

/** What the filters leave, as a file. */
export function AuditExport(props: { filter: AuditFilter }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const send = useSend();
  const [isBusy, setBusy] = useState(false);
  const fetchFile = async (): Promise<void> => {
    setBusy(true);
    try {
      const answer = await send({
        id: 'accounts.export-audit',
        query: { ...props.filter } as Record<string, string>,
        accept: '*/*',
      });
      await saveAnswer(answer, 'audit.csv');
    } catch (error) {
      toasts.show({ text: errors.text(error), tone: 'danger' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon="download" isBusy={isBusy} onClick={() => void fetchFile()}>
      {t('AuditExport')}
    </Button>
  );
}
