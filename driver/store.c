/*
 * SQLite in WAL mode: readers and one writer at a time do not hinder each other.
 * Nothing is synced to the disk: after a power cut the file may be damaged, which
 * SQLite or the checksums notice.
 */
#include "driver/store.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#define SCHEMA 1
#define BUSY_MS 5000
#define LOCK_MS 2000
#define DAY (24 * 60 * 60)

struct store {
	struct arena *arena;
	const char *path, *lock;
	sqlite3 *db;
	sqlite3_stmt *get, *put;
	VEC(struct hash) used; /* found, and not marked as used for long */
	ino_t inode;
	bool full;	       /* writing failed: no more of it */
	bool replaced;	       /* the file, by this process */
	unsigned rebuilt;      /* files replaced and values forgotten */
	const char *problem;
};

static const char schema[] =
	"PRAGMA auto_vacuum = INCREMENTAL;"
	"PRAGMA journal_mode = WAL;"
	"BEGIN IMMEDIATE;"
	"CREATE TABLE entry (key BLOB NOT NULL UNIQUE, sum BLOB NOT NULL, used INTEGER NOT NULL,"
	" size INTEGER NOT NULL, value BLOB NOT NULL);"
	"CREATE INDEX entry_used ON entry (used, size);"
	"PRAGMA user_version = 1;"
	"COMMIT;";
_Static_assert(SCHEMA == 1, "also in the text above");

static bool is_damage(int code)
{
	return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

static void note(struct store *store, const char *what)
{
	if (!store->problem)
		store->problem =
			arena_printf(store->arena, "%s: %s", what,
				store->db ? sqlite3_errmsg(store->db) : "out of memory");
}

static int read_version(sqlite3 *db, int *version)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL);
	if (code == SQLITE_OK) {
		code = sqlite3_step(statement);
		*version = sqlite3_column_int(statement, 0);
	}
	sqlite3_finalize(statement);
	return code == SQLITE_ROW ? SQLITE_OK : code;
}

static void db_close(struct store *store)
{
	sqlite3_finalize(store->get);
	sqlite3_finalize(store->put);
	sqlite3_close(store->db);
	store->get = store->put = NULL;
	store->db = NULL;
}

/* The connection with its statements, when the file is one of this schema. */
static int db_open(struct store *store)
{
	static const char get[] = "SELECT value, sum, used FROM entry WHERE key = ?",
			  put[] = "INSERT OR REPLACE INTO entry (key, sum, used, size, value)"
				  " VALUES (?, ?, ?, ?, ?)";
	int version = 0;
	int code = sqlite3_open_v2(store->path, &store->db,
		SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_busy_timeout(store->db, BUSY_MS);
	if (code == SQLITE_OK)
		code = sqlite3_exec(store->db,
			"PRAGMA synchronous = OFF; PRAGMA cell_size_check = ON;"
			"PRAGMA trusted_schema = OFF;",
			NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = read_version(store->db, &version);
	if (code == SQLITE_OK && version != SCHEMA)
		return version ? SQLITE_CORRUPT : SQLITE_EMPTY;
	if (code == SQLITE_OK)
		code = sqlite3_prepare_v2(store->db, get, -1, &store->get, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_prepare_v2(store->db, put, -1, &store->put, NULL);
	struct stat status;
	store->inode = code == SQLITE_OK && !stat(store->path, &status) ? status.st_ino : 0;
	/* a table that is not there, or another one */
	return code == SQLITE_ERROR ? SQLITE_CORRUPT : code;
}

static void remove_files(struct store *store)
{
	static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		unlink(arena_printf(store->arena, "%s%s", store->path, ends[i]));
	store->replaced = true;
	store->rebuilt++;
}

/* Waits for the lock that those take who make the file; -1: not to be had. */
static int lock_take(struct store *store)
{
	int fd = open(store->lock, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	for (unsigned ms = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB); ms += 10) {
		if ((errno != EWOULDBLOCK && errno != EINTR) || ms >= LOCK_MS) {
			close(fd);
			return -1;
		}
		nanosleep(&(struct timespec){ .tv_nsec = 10 * 1000 * 1000 }, NULL);
	}
	return fd;
}

/* Fills an empty file; one that only claims to be empty is replaced. */
static int schema_make(struct store *store)
{
	int code = sqlite3_exec(store->db, schema, NULL, NULL, NULL);
	if (code == SQLITE_ERROR) {
		db_close(store);
		remove_files(store);
		code = db_open(store);
		if (code == SQLITE_EMPTY)
			code = sqlite3_exec(store->db, schema, NULL, NULL, NULL);
	}
	if (code != SQLITE_OK)
		return code;
	db_close(store);
	return db_open(store);
}

/* Makes the file where it is missing or damaged, unless another process just did. */
static bool db_make(struct store *store, ino_t damaged)
{
	int fd = lock_take(store);
	if (fd < 0) {
		if (!store->problem)
			store->problem = arena_printf(
				store->arena, "%s: %s", store->lock, strerror(errno));
		return false;
	}
	struct stat status;
	int code = damaged && !stat(store->path, &status) && status.st_ino == damaged
			   ? SQLITE_CORRUPT
			   : db_open(store);
	if (is_damage(code)) {
		db_close(store);
		remove_files(store);
		code = db_open(store);
	}
	if (code == SQLITE_EMPTY)
		code = schema_make(store);
	if (code != SQLITE_OK)
		note(store, store->path);
	close(fd);
	return code == SQLITE_OK;
}

/* After damage: the file is replaced, once; then there is no store. */
static void rebuild(struct store *store)
{
	ino_t inode = store->inode;
	bool again = store->replaced;
	db_close(store);
	store->used.n = 0;
	if (again || !db_make(store, inode ? inode : 1))
		db_close(store);
}

static bool folder_make(struct arena *arena, const char *folder)
{
	for (size_t i = 1; i <= strlen(folder); i++) {
		if (folder[i] && folder[i] != '/')
			continue;
		if (mkdir(arena_strndup(arena, folder, i), 0700) && errno != EEXIST)
			return false;
	}
	return true;
}

struct store *store_open(struct arena *arena, const char *folder, const char **why)
{
	struct store *store = arena_alloc(arena, sizeof(*store));
	store->arena = arena;
	store->path = arena_printf(arena, "%s/results-%d.db", folder, SCHEMA);
	store->lock = arena_printf(arena, "%s/lock", folder);
	if (!folder_make(arena, folder)) {
		*why = arena_printf(arena, "%s: %s", folder, strerror(errno));
		return NULL;
	}
	int code = db_open(store);
	if (code == SQLITE_OK)
		return store;
	bool makeable = code == SQLITE_EMPTY || is_damage(code);
	if (!makeable)
		note(store, store->path);
	db_close(store);
	if (makeable && db_make(store, 0))
		return store;
	*why = store->problem ? store->problem : "unknown";
	db_close(store);
	return NULL;
}

static struct hash sum_of(struct arena *arena, const struct hash *key, const void *at, size_t n)
{
	struct hasher *hasher = hasher_new(arena);
	hasher_add(hasher, key, sizeof(*key));
	hasher_add(hasher, at, n);
	return hasher_end(hasher);
}

static void forget(struct store *store, const struct hash *key)
{
	sqlite3_stmt *statement = NULL;
	if (sqlite3_prepare_v2(store->db, "DELETE FROM entry WHERE key = ?", -1, &statement,
		    NULL) == SQLITE_OK) {
		sqlite3_bind_blob(statement, 1, key, sizeof(*key), SQLITE_STATIC);
		sqlite3_step(statement);
	}
	sqlite3_finalize(statement);
}

/* Takes the value of the row that `get` stands at; false when its checksum is another. */
static bool row_take(
	struct store *store, struct arena *arena, const struct hash *key, byte_list *value)
{
	const void *at = sqlite3_column_blob(store->get, 0);
	const void *sum = sqlite3_column_blob(store->get, 1);
	int n = sqlite3_column_bytes(store->get, 0);
	if (!at || !sum || n < 0 || sqlite3_column_bytes(store->get, 1) != sizeof(struct hash))
		return false;
	struct hash is = sum_of(arena, key, at, (size_t)n);
	if (memcmp(&is, sum, sizeof(is)))
		return false;
	value->at = arena_alloc(arena, (size_t)n);
	value->n = value->room = (size_t)n;
	memcpy(value->at, at, (size_t)n);
	if (sqlite3_column_int64(store->get, 2) < time(NULL) - DAY)
		vec_push(store->arena, &store->used, *key);
	return true;
}

bool store_get(struct store *store, struct arena *arena, const struct hash *key, byte_list *value)
{
	if (!store->db)
		return false;
	sqlite3_bind_blob(store->get, 1, key, sizeof(*key), SQLITE_STATIC);
	int code = sqlite3_step(store->get);
	bool found = code == SQLITE_ROW, sound = found && row_take(store, arena, key, value);
	sqlite3_reset(store->get);
	if (found && !sound) {
		store->rebuilt++;
		forget(store, key);
	} else if (is_damage(code)) {
		rebuild(store);
	} else if (code != SQLITE_ROW && code != SQLITE_DONE) {
		note(store, "reading");
	}
	return sound;
}

static void write_failed(struct store *store, int code)
{
	note(store, "writing");
	if (is_damage(code))
		rebuild(store);
	else if ((code & 0xff) != SQLITE_BUSY)
		store->full = true;
}

void store_put(struct store *store, const struct hash *key, const void *at, size_t n)
{
	if (!store->db || store->full)
		return;
	struct hash sum = sum_of(store->arena, key, at, n);
	sqlite3_bind_blob(store->put, 1, key, sizeof(*key), SQLITE_STATIC);
	sqlite3_bind_blob(store->put, 2, &sum, sizeof(sum), SQLITE_STATIC);
	sqlite3_bind_int64(store->put, 3, time(NULL));
	sqlite3_bind_int64(store->put, 4, (sqlite3_int64)n);
	sqlite3_bind_blob64(store->put, 5, at, n, SQLITE_STATIC);
	int code = sqlite3_step(store->put);
	sqlite3_reset(store->put);
	sqlite3_clear_bindings(store->put);
	if (code != SQLITE_DONE)
		write_failed(store, code);
}

/* One number out of a query, 0 when it fails. */
static sqlite3_int64 ask(struct store *store, const char *query, sqlite3_int64 value)
{
	sqlite3_stmt *statement = NULL;
	sqlite3_int64 answer = 0;
	if (sqlite3_prepare_v2(store->db, query, -1, &statement, NULL) == SQLITE_OK) {
		sqlite3_bind_int64(statement, 1, value);
		if (sqlite3_step(statement) == SQLITE_ROW)
			answer = sqlite3_column_int64(statement, 0);
	}
	sqlite3_finalize(statement);
	return answer;
}

void store_trim(struct store *store, uint64_t bound)
{
	static const char sum[] = "SELECT sum(size) FROM entry",
			  drop[] = "DELETE FROM entry WHERE rowid IN"
				   " (SELECT rowid FROM (SELECT rowid, sum(size) OVER"
				   " (ORDER BY used DESC, rowid DESC) AS upto FROM entry)"
				   " WHERE upto > ?)";
	if (!store->db || (uint64_t)ask(store, sum, 0) <= bound)
		return;
	ask(store, drop, (sqlite3_int64)(bound - bound / 10));
	sqlite3_exec(store->db, "PRAGMA incremental_vacuum", NULL, NULL, NULL);
}

/* Marks what was found as used today. */
static void mark_used(struct store *store)
{
	sqlite3_stmt *statement = NULL;
	if (!store->used.n || sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL))
		return;
	if (sqlite3_prepare_v2(store->db, "UPDATE entry SET used = ? WHERE key = ?", -1,
		    &statement, NULL) == SQLITE_OK)
		vec_each(key, &store->used) {
			sqlite3_bind_int64(statement, 1, time(NULL));
			sqlite3_bind_blob(statement, 2, key, sizeof(*key), SQLITE_STATIC);
			sqlite3_step(statement);
			sqlite3_reset(statement);
		}
	sqlite3_finalize(statement);
	sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
}

void store_close(struct store *store)
{
	if (!store)
		return;
	if (store->db)
		mark_used(store);
	db_close(store);
}

const char *store_problem(const struct store *store)
{
	return store->problem;
}

unsigned store_rebuilt(const struct store *store)
{
	return store->rebuilt;
}
