import {
  CircleHelp,
  LogOut,
  Menu as MenuIcon,
  Monitor,
  Moon,
  Search,
  Sun,
  UserRound,
  WifiOff,
} from '../design/icons.js';
import { Suspense, useCallback, useState } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';

import { apiRoutes } from '../api/routes.js';
import { useReachable } from '../data/connection.js';
import { useDescription, useDescriptionLoaded } from '../data/description.js';
import { Button, IconButton } from '../design/button.js';
import { Menu } from '../design/menu.js';
import { EmptyState, Loading } from '../design/states.js';
import { routes } from '../routes.js';
import { askToSignOut } from '../session/sign-out.js';
import { ErrorBoundary } from './error-boundary.js';
import { Help } from './help.js';
import { Palette } from './palette.js';
import { useShortcut } from '../design/shortcuts.js';
import { ApiNavigation } from '../api/navigation.js';
import { ContentNavigation } from './sidebar.js';
import { applyTheme } from './theme.js';
import { useTitle } from './title.js';

/** The frame around every screen, for a signed-in user. */
export function Shell() {
  return (
    <ErrorBoundary>
      <Described />
    </ErrorBoundary>
  );
}

/** Waits without `Suspense`, for the reason that `inChunk` gives. */
function Described() {
  return useDescriptionLoaded() ? <Frame /> : <Loading label="Loading the studio" />;
}

function Frame() {
  const [location] = useLocation();
  const [layer, setLayer] = useState<'none' | 'palette' | 'help' | 'navigation'>('none');
  const close = useCallback(() => setLayer('none'), []);
  const help = useCallback(() => setLayer('help'), []);
  useShortcut('mod+k', () => setLayer('palette'));
  useShortcut('?', help);
  useShortcut('/', () => document.querySelector<HTMLInputElement>('[data-main-search]')?.focus());
  useTitle(location);
  const isApi = location === '/api' || location.startsWith('/api/');
  return (
    <div className="shell" data-navigation={layer === 'navigation' ? 'open' : 'closed'}>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <TopBar
        isApi={isApi}
        onPalette={() => setLayer('palette')}
        onHelp={help}
        onNavigation={() => setLayer(layer === 'navigation' ? 'none' : 'navigation')}
      />
      <nav className="sidebar" aria-label={isApi ? 'API' : 'Content'}>
        {isApi ? <ApiNavigation onNavigate={close} /> : <ContentNavigation onNavigate={close} />}
      </nav>
      <button type="button" className="sidebar-scrim" aria-label="Close the navigation" tabIndex={-1} onClick={close} />
      <main className="main" id="main" tabIndex={-1}>
        <Connection />
        <Screens key={isApi ? 'api' : 'content'} />
      </main>
      {layer === 'palette' ? <Palette onClose={close} onHelp={help} /> : null}
      {layer === 'help' ? <Help onClose={close} /> : null}
    </div>
  );
}

/** All documents of a type have one screen, because the form of a new document stays when its document is created. */
function screenOf(location: string): string {
  return location.replace(/^(\/content\/[^/]+)\/[^/]+$/, '$1/:documentId');
}

function Screens() {
  const [location] = useLocation();
  return (
    <ErrorBoundary key={screenOf(location)} place={location}>
      <Suspense fallback={<Loading />}>
        <Switch>
          {routes.map(({ path, screen }) => (
            <Route key={path} path={path} component={screen} />
          ))}
          <Route path="/">
            <Redirect to="/content" />
          </Route>
          <Route>
            <EmptyState title="There is no such page" action={<Link href="/content">To the content</Link>} />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

interface TopBarProps {
  readonly isApi: boolean;
  readonly onPalette: () => void;
  readonly onHelp: () => void;
  readonly onNavigation: () => void;
}

function TopBar({ isApi, onPalette, onHelp, onNavigation }: TopBarProps) {
  const part = (current: boolean) => ({
    className: 'top-part',
    'aria-current': current ? ('true' as const) : undefined,
  });
  return (
    <header className="top">
      <IconButton label="Navigation" className="top-navigation" onClick={onNavigation}>
        <MenuIcon />
      </IconButton>
      <Link href="/content" className="top-name" aria-label="Studio">
        <img src="./icon.svg" alt="" width="22" height="22" />
        <span>Studio</span>
      </Link>
      {apiRoutes.length === 0 ? null : (
        <div className="top-parts">
          <Link href="/content" {...part(!isApi)}>
            Content
          </Link>
          <Link href="/api" {...part(isApi)}>
            API
          </Link>
        </div>
      )}
      <span className="grow" />
      <Button
        className="top-search"
        variant="default"
        icon={<Search aria-hidden />}
        onClick={onPalette}
        title="Search types and actions"
      >
        <span className="top-search-text">Search</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </Button>
      <Account onHelp={onHelp} />
    </header>
  );
}

function Account({ onHelp }: { readonly onHelp: () => void }) {
  const { caller } = useDescription();
  const heading = caller.kind === 'token' ? `Token “${caller.name}”` : `Role “${caller.role}”`;
  return (
    <Menu
      trigger={
        <IconButton label="Account">
          <UserRound />
        </IconButton>
      }
      entries={[
        { heading },
        { label: 'Light theme', icon: <Sun />, onSelect: () => applyTheme('light') },
        { label: 'Dark theme', icon: <Moon />, onSelect: () => applyTheme('dark') },
        { label: 'Theme of the system', icon: <Monitor />, onSelect: () => applyTheme('system') },
        'line',
        { label: 'Keyboard shortcuts', icon: <CircleHelp />, onSelect: onHelp },
        { label: 'Sign out', icon: <LogOut />, onSelect: () => void askToSignOut() },
      ]}
    />
  );
}

function Connection() {
  const reachable = useReachable();
  if (reachable) return null;
  return (
    <div className="connection" role="alert">
      <WifiOff aria-hidden />
      The server cannot be reached. The studio tries again every few seconds; unsaved changes stay in this browser.
    </div>
  );
}
