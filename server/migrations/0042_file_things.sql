CREATE TABLE "file_things" (
	"list" text NOT NULL,
	"thing_id" text NOT NULL,
	"content_hash" text NOT NULL,
	CONSTRAINT "file_things_list_thing_id_pk" PRIMARY KEY("list","thing_id")
);
--> statement-breakpoint
ALTER TABLE "controller_connections" ALTER COLUMN "password_sealed" DROP NOT NULL;