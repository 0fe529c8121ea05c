import {
  type LinkComponent,
  type NavigateOptions,
  type RegisteredRouter,
  useLocation,
  useRouter,
} from '@tanstack/react-router';
import type { ComponentProps, ComponentType, MouseEvent } from 'react';

/** A link's destination in the router's terms. Addresses are absolute, so independent of the page on screen. */
interface Destination {
  to?: string;
  params?: Readonly<Record<string, string>>;
  search?: object | true;
  hash?: string;
  /** The address that is shown and linked instead. */
  mask?: Destination;
}

interface LinkProps extends Destination, Omit<ComponentProps<'a'>, 'href'> {
  state?: object;
  replace?: boolean;
  resetScroll?: boolean;
  preload?: false;
}

function hrefOf(router: RegisteredRouter, { to = '', params = {}, search, hash, mask }: Destination): string {
  if (mask) return hrefOf(router, mask);
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const query = search ? router.options.stringifySearch(search as Record<string, unknown>) : '';
  return path + query + (hash ? `#${hash}` : '');
}

/** Routes whose code was requested: once is enough, because no route loads data. */
const requested = new Set<string>();

/** Whether the browser opens a clicked link in another tab or window, or stores it. */
export const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** An anchor within the app. The router's link follows every address change: sixty would delay pages by a frame. */
function useAnchor({ to = '', params, search, hash, mask, state, replace, resetScroll, preload, ...rest }: LinkProps) {
  const router = useRouter();
  // The types of a link's options are those of `LinkComponent`, which each use is checked against.
  const options = { to, params, search, hash, mask, state, replace, resetScroll } as NavigateOptions;
  const request = () => {
    if (preload === false || requested.has(to)) return;
    requested.add(to);
    // Nothing came: offline without the code.
    void router.preloadRoute(options).then((matches) => matches ?? requested.delete(to));
  };
  return {
    ...rest,
    href: hrefOf(router, { to, params, search, hash, mask }),
    onMouseEnter: request,
    onFocus: request,
    onTouchStart: request,
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      rest.onClick?.(event);
      if (event.defaultPrevented || opensElsewhere(event) || (rest.target && rest.target !== '_self')) return;
      event.preventDefault();
      void router.navigate(options);
    },
  };
}

function PlainLink(props: LinkProps) {
  return <a {...useAnchor(props)}>{props.children}</a>;
}

export const Link = PlainLink as LinkComponent<'a'>;

function NavigationLink(props: LinkProps) {
  const { to = '' } = props;
  const isCurrent = useLocation({
    select: ({ pathname }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)),
  });
  return (
    <a {...useAnchor(props)} aria-current={isCurrent ? 'page' : undefined}>
      {props.children}
    </a>
  );
}

/** A link of a navigation, which marks the page on screen and the pages below it. */
export const NavLink = NavigationLink as LinkComponent<'a'>;

/** The same, drawn by a component. */
export function createLink<Props>(Anchor: ComponentType<Props>): LinkComponent<ComponentType<Props>> {
  function DrawnLink(props: LinkProps) {
    return <Anchor {...(useAnchor(props) as unknown as Props & object)} />;
  }
  return DrawnLink as LinkComponent<ComponentType<Props>>;
}
