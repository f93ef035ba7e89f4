import type { ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { MEGABYTE, PICTURE_LIMIT } from '../model.ts';
import type { RefusedFile } from '../use-add-pictures.ts';
import styles from './object.module.css';

/** ERR-042: which file, how large, what the limit is, and what can be done about it. */
export function RefusedPicture(props: {
  refused: RefusedFile;
  isBusy: boolean;
  onShrink: () => void;
  onLeaveOut: () => void;
}): ReactNode {
  const { file, fault, error, isUnreadable } = props.refused;
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const { name } = file;
  const [size, limit] = [format.number(file.size / MEGABYTE, 1), format.number(PICTURE_LIMIT.bytes / MEGABYTE)];
  const text = isUnreadable
    ? t('PictureCannotShrink', { name })
    : fault?.kind === 'large'
      ? t('PictureTooLargeNamed', { name, size, limit })
      : fault?.kind === 'pixels'
        ? t('PictureTooManyPixelsNamed', { name, size: format.number(fault.megapixels, 1), limit: PICTURE_LIMIT.pixels / 1e6 })
        : fault
          ? t('PictureWrongTypeNamed', { name, size, limit })
          : t('PictureRefusedNamed', { name: `${name} (${size} MB)`, reason: errors.text(error) });
  const maySmaller = fault !== undefined && (fault.kind !== 'type' || file.type.startsWith('image/'));
  return (
    <Banner tone="danger">
      <p>{text}</p>
      {maySmaller && <p>{t('PictureMaySmaller')}</p>}
      <div className={styles['line']}>
        {maySmaller && (
          <Button isSmall look="primary" isBusy={props.isBusy} onClick={props.onShrink}>
            {t('PictureMakeSmaller')}
          </Button>
        )}
        <Button isSmall onClick={props.onLeaveOut}>
          {t('PictureSkip')}
        </Button>
      </div>
    </Banner>
  );
}
