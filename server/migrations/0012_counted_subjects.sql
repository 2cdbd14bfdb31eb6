CREATE TABLE "counted_subjects" (
	"subject" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "counted_subjects_expires_idx" ON "counted_subjects" USING btree ("expires_at");