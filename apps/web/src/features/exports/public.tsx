import type { TripFilterInput } from '@spora/contract/trips/endpoints';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { ActionMenu } from '../../ui/menu.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { choicesFor, type ExportChoice, sizeText } from './model.ts';
import type { ReportFilterInput, Scheduled } from './queries.ts';
import { useExport } from './use-export.ts';
import styles from './components/export-menu.module.css';

const SchedulesDialog = lazy(() =>
  import('./components/schedules-dialog.tsx').then((module) => ({ default: module.SchedulesDialog })),
);
const TripCalendar = lazy(() => import('./components/trip-calendar.tsx').then((module) => ({ default: module.TripCalendar })));

/** TRIP-016, TRIP-017: what the log shows, as a file. While one is being written its progress stands in the button's place. */
export function ExportMenu({ filter }: { filter: TripFilterInput }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { running, start } = useExport();
  const [opened, setOpened] = useState<'schedules' | 'calendar' | null>(null);
  if (running) {
    const size = running.bytes === 0 ? null : sizeText(running.bytes, format);
    const told = size === null ? t('ExportWaiting') : t('ExportReceived', { size });
    return (
      <div className={styles['place']}>
        {/* As wide as the button: what stands beside it stays where it is. */}
        <span className={cx(buttonClass({ look: 'plain' }), styles['button'])} aria-hidden="true">
          <Icon name="download" size={18} />
          {t('ExportMenu')}
        </span>
        <div className={styles['running']} role="status" title={told}>
          <span className="visually-hidden">{told}</span>
          {size === null ? (
            <progress className={styles['bar']} aria-label={t('ExportWaiting')} />
          ) : (
            <span aria-hidden="true">{size}</span>
          )}
          <IconButton icon="close" isSmall label={t('ExportCancel')} onClick={running.cancel} />
        </div>
      </div>
    );
  }
  const close = (): void => setOpened(null);
  return (
    <>
      <ActionMenu
        label={t('ExportMenu')}
        trigger={
          <MenuButton look="plain" isWrite>
            <Icon name="download" size={18} />
            {t('ExportMenu')}
          </MenuButton>
        }
        groups={[
          {
            choices: choicesFor(filter).map((choice) => ({ id: choice, label: t(`ExportAs-${choice}`) })),
            onChoose: (choice) => start(filter, choice as ExportChoice),
          },
          {
            label: t('ExportRegularly'),
            choices: [
              { id: 'schedules', label: t('ScheduleMenu') },
              { id: 'calendar', label: t('TripCalendarMenu') },
            ],
            onChoose: (choice) => setOpened(choice as 'schedules' | 'calendar'),
          },
        ]}
      />
      <Suspense>
        {opened === 'schedules' && <SchedulesDialog filter={filter} onClose={close} />}
        {opened === 'calendar' && <TripCalendar onClose={close} />}
      </Suspense>
    </>
  );
}

/** REP-015: the mailings of a report; its period follows the calendar. */
export function ReportSchedules(props: {
  report: Exclude<Scheduled, 'log'>;
  filter: ReportFilterInput;
  onClose: () => void;
}): ReactNode {
  return (
    <Suspense>
      <SchedulesDialog {...props} />
    </Suspense>
  );
}
