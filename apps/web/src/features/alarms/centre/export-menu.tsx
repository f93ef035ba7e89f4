import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveBlob, saveCsv } from '../../../lib/download.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { recordListFile } from '../../../lib/use-list-file.ts';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { ActionMenu } from '../../../ui/menu.tsx';
import { alarmsCsv, alarmsWorkbook, exportedAlarms } from './export.ts';
import type { AlarmsSearch } from './search.ts';
import { useAlarmTexts } from './use-alarm-texts.ts';

const KINDS = ['xlsx', 'csv'] as const;

/** ALARM-035: what the filters show, as a file. */
export function ExportMenu({ search, isIcon }: { readonly search: AlarmsSearch; readonly isIcon: boolean }): ReactNode {
  const t = useT();
  const send = useSend();
  const format = useFormat();
  const texts = useAlarmTexts();
  const write = useMutation({
    mutationFn: async (kind: (typeof KINDS)[number]) => {
      const alarms = await exportedAlarms(send, search);
      const { unit, from, to } = search;
      const asked = { ...(unit && { imei: unit }), ...(from && { from }), ...(to && { to }) };
      const name = `${t('AlarmsFile')}-${format.day(Date.now())}.${kind}`;
      const book = kind === 'xlsx' ? await alarmsWorkbook(alarms, t, texts, format) : null;
      await recordListFile(send, { list: 'alarms', format: kind, ...asked, rows: alarms.length });
      if (book) saveBlob(book, name);
      else saveCsv(alarmsCsv(alarms, t, texts, format), name);
    },
  });
  return (
    <>
      <ActionMenu
        label={t('AlarmsExport')}
        trigger={
          <MenuButton look="plain" isWrite isIcon={isIcon} {...(isIcon && { label: t('AlarmsExport') })} isBusy={write.isPending}>
            <Icon name="download" size={isIcon ? 20 : 18} />
            {!isIcon && t('AlarmsExport')}
          </MenuButton>
        }
        groups={[
          {
            choices: KINDS.map((id) => ({ id, label: t(`ExportAs-${id}`) })),
            onChoose: (kind) => write.mutate(kind === 'xlsx' ? kind : 'csv'),
          },
        ]}
      />
      <FailureBanner failure={write.error} />
    </>
  );
}
