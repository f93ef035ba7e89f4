import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { ActionMenu } from '../../../ui/menu.tsx';
import type { BookingRights } from './booking-fields.tsx';
import { CalendarsSheet } from './calendars-sheet.tsx';
import { SettingsSheet } from './settings-sheet.tsx';

/** What is seldom done on the page. */
export function ScreenMenu(props: {
  can: BookingRights;
  vehicles: readonly ScheduleVehicle[];
  onRequests: () => void;
}): ReactNode {
  const t = useT();
  const [open, setOpen] = useState<'calendars' | 'settings' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <ActionMenu
        label={t('BookingMore')}
        trigger={
          <MenuButton look="plain" isIcon label={t('BookingMore')}>
            <Icon name="more" />
          </MenuButton>
        }
        groups={[
          {
            choices: [
              { id: 'calendars', label: t('BookingCalendars'), icon: 'calendar' },
              ...(props.can.administer
                ? ([
                    { id: 'requests', label: t('BookingRequests'), icon: 'check' },
                    { id: 'settings', label: t('BookingSettings'), icon: 'wrench' },
                  ] as const)
                : []),
            ],
            onChoose: (id) => {
              if (id === 'requests') props.onRequests();
              else setOpen(id === 'settings' ? 'settings' : 'calendars');
            },
          },
        ]}
      />
      {open === 'calendars' && <CalendarsSheet vehicles={props.vehicles} onClose={close} />}
      {open === 'settings' && <SettingsSheet onClose={close} />}
    </>
  );
}
