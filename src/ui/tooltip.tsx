import { cloneElement, useEffect, useId, useRef, type ReactElement } from 'react';
import { positionBeside } from './position-beside.ts';
import styles from './tooltip.module.css';

interface TooltipProps {
  text: string;
  /** One control. It keeps its own name; a tooltip with more text than that becomes its description. */
  children: ReactElement<{ 'aria-label'?: string; 'aria-describedby'?: string | undefined }>;
}

/** Long enough not to flicker when the pointer moves along a row of icons. */
const HOVER_MS = 500;

/** Text for a resting pointer or keyboard focus, never the only place. Escape hides it (WCAG 1.4.13). */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const wrap = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const hide = () => {
    clearTimeout(timer.current);
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover();
  };
  const show = () => {
    const control = wrap.current?.firstElementChild;
    if (!tip.current || !(control instanceof HTMLElement) || tip.current.matches(':popover-open')) return;
    // The control may have opened something, which takes precedence.
    if (control.getAttribute('aria-expanded') === 'true') return;
    tip.current.showPopover();
    positionBeside(tip.current, control, 'center');
  };
  const hasMoreText = children.props['aria-label'] !== text;
  return (
    <span
      ref={wrap}
      role="presentation"
      className={styles.wrap}
      onPointerEnter={(event) => {
        if (event.pointerType === 'touch') return;
        clearTimeout(timer.current);
        timer.current = setTimeout(show, HOVER_MS);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show();
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide();
      }}
    >
      {hasMoreText ? cloneElement(children, { 'aria-describedby': id }) : children}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        aria-hidden={!hasMoreText || undefined}
        popover="manual"
        className={styles.tip}
      >
        {text}
      </span>
    </span>
  );
}
