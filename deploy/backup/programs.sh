# Included by the other scripts: adds PostgreSQL's programs to the PATH. Debian and Red Hat install most of them in a
# folder per version, which is not in cron's PATH.
for folder in $(pg_config --bindir 2>/dev/null; ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin 2>/dev/null | sort -Vr); do
  PATH=$PATH:$folder
done

# Prefers the programs of the version that wrote a data folder: pg_verifybackup reads only the log of its version.
#   prefer_version_of <data folder>
prefer_version_of() {
  version=$(cat "$1/PG_VERSION")
  PATH=/usr/lib/postgresql/$version/bin:/usr/pgsql-$version/bin:$PATH
}
