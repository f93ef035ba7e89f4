import type { ObjectPicture } from '@spora/contract/object-description/endpoints';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { pictureQuery } from '../queries.ts';
import { PictureImage } from '../public/picture-image.tsx';
import styles from './object.module.css';

export interface PictureCardProps {
  readonly imei: string;
  readonly picture: ObjectPicture;
  /** Counted from one. */
  readonly number: number;
  readonly isLast: boolean;
  readonly mayEdit: boolean;
  readonly isDragged: boolean;
  readonly onDrag: (isDragging: boolean) => void;
  /** Null while nothing is dragged that could be dropped here. */
  readonly onDropHere: (() => void) | null;
  readonly onMove: (step: -1 | 1) => void;
  readonly onCaption: (caption: string) => void;
  readonly onDelete: () => void;
}

/** A picture with its caption; put elsewhere by dragging it or with its two buttons. */
export function PictureCard(props: PictureCardProps): ReactNode {
  const { picture, number, mayEdit, onDropHere } = props;
  const t = useT();
  const send = useSend();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const caption = typed ?? picture.caption;
  const isDirty = caption.trim() !== picture.caption;
  useUnsavedChanges(isDirty);
  return (
    <li
      className={styles['picture']}
      data-dragged={props.isDragged}
      data-over={isOver && onDropHere !== null}
      onDragOver={(event) => {
        if (!onDropHere) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!onDropHere) return;
        event.preventDefault();
        setOver(false);
        onDropHere();
      }}
    >
      <div draggable={mayEdit} onDragStart={() => props.onDrag(true)} onDragEnd={() => props.onDrag(false)}>
        <PictureImage
          query={pictureQuery(send, props.imei, picture.id)}
          alt={picture.caption || t('PictureNumber', { number })}
        />
      </div>
      {!mayEdit && picture.caption && <p>{picture.caption}</p>}
      {mayEdit && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // What was typed stands until it is what is saved.
            if (isDirty) props.onCaption(caption.trim());
          }}
        >
          <TextField
            label={t('PictureCaption', { number })}
            value={caption}
            maxLength={120}
            placeholder={t('PictureCaptionExample')}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
          {isDirty && (
            <div className={styles['line']}>
              <Button type="submit" isSmall look="primary">
                {t('Save')}
              </Button>
              <Button isSmall onClick={() => setTyped(null)}>
                {t('UnitForget')}
              </Button>
            </div>
          )}
        </form>
      )}
      {mayEdit && (
        <div className={styles['pictureEnds']}>
          <span>
            <IconButton
              icon="chevron-left"
              isSmall
              label={t('PictureEarlier', { number })}
              disabled={number === 1}
              onClick={() => props.onMove(-1)}
            />
            <IconButton
              icon="chevron-right"
              isSmall
              label={t('PictureLater', { number })}
              disabled={props.isLast}
              onClick={() => props.onMove(1)}
            />
          </span>
          <IconButton icon="close" isSmall label={t('PictureDelete', { number })} onClick={props.onDelete} />
        </div>
      )}
    </li>
  );
}
