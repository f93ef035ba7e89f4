import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useBookingWrite } from '../queries.ts';
import styles from './booking.module.css';

/** BOOK-046: secret addresses for the calendars of telephones and computers, told once and ended here. */
export function CalendarsSheet(props: { vehicles: readonly ScheduleVehicle[]; onClose: () => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const query = useQuery(endpointQuery(useSend(), 'bookings.calendars', {}));
  const [imei, setImei] = useState('');
  const open = useBookingWrite((send, of: string | null) => call(send, 'bookings.open-calendar', { body: { imei: of } }));
  const end = useBookingWrite((send, id: number) => call(send, 'bookings.close-calendar', { params: { id: String(id) } }));
  return (
    <Sheet title={t('BookingCalendars')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <div className={styles['form']}>
        <p>{t('BookingCalendarsText')}</p>
        <SelectField
          label={t('BookingCalendarFor')}
          value={imei}
          onChange={({ target }) => {
            setImei(target.value);
            open.reset();
          }}
        >
          <option value="">{t('BookingCalendarOwn')}</option>
          {props.vehicles.map((vehicle) => (
            <option key={vehicle.Imei} value={vehicle.Imei}>
              {vehicle.Name}
            </option>
          ))}
        </SelectField>
        {open.data ? (
          <Address url={location.origin + open.data.path} />
        ) : (
          <Button look="primary" isBusy={open.isPending} onClick={() => open.mutate(imei || null)}>
            {t('BookingCalendarMake')}
          </Button>
        )}
        <FailureBanner failure={open.error ?? end.error} />
        <Loaded query={query} heights={rowsOf(56, 2)} isPart>
          {(calendars) =>
            calendars.length === 0 ? (
              <p className={styles['soft']}>{t('BookingCalendarNone')}</p>
            ) : (
              <ul className={styles['found']}>
                {calendars.map(({ id, unit_name, since }) => {
                  const name = unit_name ?? t('BookingCalendarOwn');
                  return (
                    <li key={id}>
                      <div>
                        <strong>{name}</strong>
                        <span className={styles['soft']}>{t('BookingCalendarSince', { day: format.day(since) })}</span>
                      </div>
                      <Button
                        isBusy={end.isPending && end.variables === id}
                        aria-label={t('BookingCalendarEndOf', { name })}
                        onClick={() =>
                          end.mutate(id, {
                            onSuccess: () => {
                              open.reset();
                              toasts.show({ text: t('BookingCalendarEnded') });
                            },
                          })
                        }
                      >
                        {t('BookingCalendarEnd')}
                      </Button>
                    </li>
                  );
                })}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Sheet>
  );
}

/** Where the browser forbids copying (plain HTTP) the address is selected instead. */
function Address(props: { url: string }): ReactNode {
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    document.querySelector<HTMLInputElement>('input[name="booking-calendar"]')?.select();
    // Absent on plain-HTTP origins, whatever its type says.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    void clipboard?.writeText(props.url).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <>
      <TextField
        label={t('BookingCalendarAddress')}
        name="booking-calendar"
        readOnly
        value={props.url}
        help={t('BookingCalendarOnce')}
        onFocus={(event) => event.target.select()}
        trailing={<IconButton icon={isCopied ? 'check' : 'copy'} isSmall label={t('Copy')} onClick={copy} />}
      />
      <span role="status" className="visually-hidden">
        {isCopied && t('Copied')}
      </span>
    </>
  );
}
