import { useState, type ReactNode } from 'react';
import { saveRewritten } from '../../../lib/download.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Button } from '../../../ui/button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { auditFile } from '../audit-file.ts';
import type { AuditFilter } from '../queries.ts';

/** What the filters leave, as a file in the reader's words. */
export function AuditExport(props: { filter: AuditFilter }): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
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
      await saveRewritten(answer, 'audit.csv', (text) => auditFile(text, { t, format, typeText }));
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
