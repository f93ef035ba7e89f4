import type { Booking } from '@spora/contract/bookings/endpoints';
import { useRef, useState, type ReactNode } from 'react';
import { call, callFile } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import type { Send } from '../../../lib/send.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { PictureImage } from '../../object-description/public/picture-image.tsx';
import { faultOf, shrinkPicture } from '../../object-description/public/shrink-picture.ts';
import { useBookingWrite } from '../queries.ts';
import styles from './booking.module.css';

/** The picture of a booking's hand-over. */
export const pictureQuery = (send: Send, id: number) => ({
  queryKey: ['bookings.picture', { id }],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Blob> => {
    const answer = await callFile(send, 'bookings.picture', { params: { id: String(id) } }, { signal });
    return answer.response!.blob();
  },
});

/** A picture of how the vehicle was left, taken or chosen; it is sent at once, and made smaller where it is too large. */
export function ReturnPicture({ booking }: { booking: Booking }): ReactNode {
  const t = useT();
  const send = useSend();
  const input = useRef<HTMLInputElement>(null);
  const [isShrinking, setShrinking] = useState(false);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const params = { id: String(booking.id) };
  const set = useBookingWrite((by, file: Blob) => call(by, 'bookings.set-picture', { params, file }));
  const remove = useBookingWrite((by, _: null) => call(by, 'bookings.remove-picture', { params }));
  const take = async (file: File): Promise<void> => {
    setShrinking(true);
    setUnreadable(null);
    const bytes = (await faultOf(file)) ? await shrinkPicture(file) : file;
    setShrinking(false);
    if (bytes) set.mutate(bytes);
    else setUnreadable(file.name);
  };
  /** ERR-040: a picture that was taken is not lost with the connection. */
  const again = (): void => (set.error && set.variables ? set.mutate(set.variables) : remove.mutate(null));
  return (
    <div className={styles['form']}>
      {booking.has_picture && (
        <PictureImage query={pictureQuery(send, booking.id)} alt={t('BookingPictureOf', { unit: booking.unit_name })} />
      )}
      {booking.can.hand_over && (
        <div className={styles['acts']}>
          <Button isSmall isBusy={isShrinking || set.isPending} onClick={() => input.current?.click()}>
            {t(booking.has_picture ? 'BookingPictureReplace' : 'BookingPictureAdd')}
          </Button>
          {booking.has_picture && (
            <Button isSmall look="quiet" isBusy={remove.isPending} onClick={() => remove.mutate(null)}>
              {t('BookingPictureRemove')}
            </Button>
          )}
        </div>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('BookingPictureAdd')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void take(file);
        }}
      />
      {unreadable !== null && <Banner tone="danger">{t('PictureCannotShrink', { name: unreadable })}</Banner>}
      <FailureBanner failure={set.error ?? remove.error} onRetry={again} />
    </div>
  );
}
