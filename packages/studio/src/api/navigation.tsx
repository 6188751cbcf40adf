/** The navigation beside the screens of `/api/…`. */
export function ApiNavigation(_props: { readonly onNavigate: () => void }) {
  return null;
}
