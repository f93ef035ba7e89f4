import type { ServiceEntry } from '@spora/contract/maintenance/endpoints';
import { PICTURES_MAX } from '@spora/contract/limits';
import { useRef, useState, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { PictureImage } from '../../object-description/public/picture-image.tsx';
import { faultOf, shrinkPicture } from '../../object-description/public/shrink-picture.ts';
import { servicePictureQuery, useServicePictures } from '../plan-queries.ts';
import styles from './service.module.css';

/** SRV-004: the pictures of what was done; one that is too large is made smaller without asking. */
export function EntryPictures(props: { imei: string; entry: ServiceEntry; name: string }): ReactNode {
  const { imei, entry, name } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const send = useSend();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const { add, remove } = useServicePictures(imei, entry.id);
  const failed = (error: unknown) => toasts.show({ text: errors.text(error), tone: 'danger' });
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    const bytes = (await faultOf(file)) ? await shrinkPicture(file) : file;
    setBusy(false);
    if (bytes) add.mutate(bytes, { onError: failed });
    else toasts.show({ text: t('PictureCannotShrink', { name: file.name }), tone: 'danger' });
  };
  return (
    <div className={styles['pictures']}>
      {entry.pictures.map(({ id }, index) => (
        <span key={id} className={styles['picture']}>
          <PictureImage
            query={servicePictureQuery(send, { imei, id: entry.id, picture: id })}
            alt={t('ServicePictureOf', { number: index + 1, name })}
          />
          {entry.can.take_back && (
            <IconButton
              icon="close"
              isSmall
              label={`${t('ServicePictureRemove')}: ${t('ServicePictureOf', { number: index + 1, name })}`}
              onClick={() => remove.mutate(id, { onError: failed })}
            />
          )}
        </span>
      ))}
      {entry.can.take_back && entry.pictures.length < PICTURES_MAX && (
        <>
          <Button
            isSmall
            look="quiet"
            isBusy={isBusy || add.isPending}
            aria-label={t('ServicePictureAddTo', { name })}
            onClick={() => input.current?.click()}
          >
            {t('ServicePictureAdd')}
          </Button>
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            aria-label={t('ServicePictures')}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = '';
              if (file) void take(file);
            }}
          />
        </>
      )}
    </div>
  );
}
