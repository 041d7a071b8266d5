# Read by the other scripts: adds PostgreSQL's programs to the PATH. Debian and Red Hat install most of them in a folder for each
# version, which the PATH of cron does not contain.
for folder in $(pg_config --bindir 2>/dev/null; ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin 2>/dev/null | sort -Vr); do
  PATH=$PATH:$folder
done

# Prefers the programs of the version that wrote a data folder: pg_verifybackup reads the log of its own version only.
#   prefer_version_of <data folder>
prefer_version_of() {
  version=$(cat "$1/PG_VERSION")
  PATH=/usr/lib/postgresql/$version/bin:/usr/pgsql-$version/bin:$PATH
}
