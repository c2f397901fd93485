# A private PostgreSQL: $1 its programs, $2 its port, $3 the password. It ends, and its folder with it, when its input does: so
# with the program that holds the other end, however that ends.
set -e
umask 077
folder=$(mktemp -d "${TMPDIR:-/tmp}/sifang-postgres.XXXXXX")
trap 'rm -rf "$folder"' EXIT
printf '%s\n' "$3" > "$folder/password"
"$1/initdb" -D "$folder/data" -U postgres --auth-local=trust --auth-host=scram-sha-256 \
    --pwfile="$folder/password" --encoding=UTF8 --locale=C --no-sync > "$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
"$1/postgres" -D "$folder/data" -k "$folder" -p "$2" -c listen_addresses=127.0.0.1 -c max_connections=300 \
    < /dev/null > "$folder/log" 2>&1 &
echo "$folder"
cat > /dev/null
kill -QUIT $! || true
wait || true
