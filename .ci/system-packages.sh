# Installs PgBouncer and HAProxy from the packages of the system, for tests that are skipped without them, and a Chromium
# where the npm package has none.
# Sourced by `run`: only CI changes a machine, and only as root.
missing=""
programs="pgbouncer haproxy"
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) ;;
  *) command -v chromium > /dev/null || programs="$programs chromium-headless-shell" ;;
esac
for program in $programs; do
  command -v "$program" > /dev/null || missing="$missing $program"
done
if [ -n "$missing" ] && [ "${CI:-}" = true ] && [ "$(id -u)" -eq 0 ]; then
  if command -v apt-get > /dev/null; then
    (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing) > /dev/null
  elif command -v apk > /dev/null; then
    apk add --quiet $missing
  elif command -v dnf > /dev/null; then
    dnf install --quiet --assumeyes $missing
  fi || echo "The packages$missing could not be installed."
fi
for program in $missing; do
  command -v "$program" > /dev/null || echo "$program is not installed: its tests are skipped, or fail."
done
