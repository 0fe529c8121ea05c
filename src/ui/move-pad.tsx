import { uiCopy } from '#copy/ui.ts';
import styles from './gloved.module.css';
import { Gloved } from './gloved.tsx';
import { IconButton } from './icon-button.tsx';
import { ChevronDownIcon, ChevronLeftIcon, ChevronRightIcon, ZoomInIcon, ZoomOutIcon } from './icons/more-icons.tsx';

interface MovePadProps {
  /** Shows what is on this side of the picture: -1, 0 or 1 in each direction. */
  onMove: (x: number, y: number) => void;
  onZoom: (closer: boolean) => void;
}

/** For gloves, in place of dragging and pinching a picture. Left is left from right to left too. */
export function MovePad({ onMove, onZoom }: MovePadProps) {
  return (
    <Gloved>
      <div className={styles.pad} dir="ltr">
        <IconButton quiet label={uiCopy.zoomOut} onClick={() => onZoom(false)}>
          <ZoomOutIcon />
        </IconButton>
        <IconButton quiet label={uiCopy.moveUp} onClick={() => onMove(0, -1)}>
          <ChevronDownIcon />
        </IconButton>
        <IconButton quiet label={uiCopy.zoomIn} onClick={() => onZoom(true)}>
          <ZoomInIcon />
        </IconButton>
        <IconButton quiet label={uiCopy.moveLeft} onClick={() => onMove(-1, 0)}>
          <ChevronLeftIcon />
        </IconButton>
        <IconButton quiet label={uiCopy.moveDown} onClick={() => onMove(0, 1)}>
          <ChevronDownIcon />
        </IconButton>
        <IconButton quiet label={uiCopy.moveRight} onClick={() => onMove(1, 0)}>
          <ChevronRightIcon />
        </IconButton>
      </div>
    </Gloved>
  );
}
